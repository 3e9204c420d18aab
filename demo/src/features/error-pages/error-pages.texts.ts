import { defineTexts } from '@rise/shell/texts';

export const useErrorPagesTexts = defineTexts('error-pages', {
  en: {
    home: 'Back to the dashboards',
    notFoundTitle: 'This page has gone',
    notFoundText: 'The address may be mistyped, or what was here has moved. Nothing of yours is lost.',
    failureTitle: 'Something broke on our side',
    failureText: 'It is not your fault, and nothing of yours is lost. Try once more in a few minutes.',
    maintenanceTitle: 'Back in a moment',
    maintenanceText: 'We are renewing a few parts. Everything you have saved is safe. Look in again in a few minutes.',
    otherError: 'See the other error page',
  },
  tr: {
    home: 'Panolara dön',
    notFoundTitle: 'Bu sayfa artık burada değil',
    notFoundText: 'Adres yanlış yazılmış veya içerik taşınmış olabilir. Size ait hiçbir şey kaybolmadı.',
    failureTitle: 'Bizim tarafta bir şey bozuldu',
    failureText: 'Sizin hatanız değil ve size ait hiçbir şey kaybolmadı. Birkaç dakika sonra yeniden deneyin.',
    maintenanceTitle: 'Birazdan döneriz',
    maintenanceText: 'Birkaç parçayı yeniliyoruz. Kaydettiğiniz her şey güvende. Birkaç dakika sonra yeniden bakın.',
    otherError: 'Öteki hata sayfasını gör',
  },
});
