import { defineTexts } from '../texts/texts.ts';

export const useErrorTexts = defineTexts('shell-errors', {
  en: {
    startPage: 'Go to start page',
    failedTitle: 'This page could not be displayed',
    failedText: 'Something went wrong while displaying it. Your data is unaffected. Try again.',
    outdatedTitle: 'This page could not be loaded',
    outdatedText:
      'A newer version may be available. Try again to reload the page; if that doesn’t help, check your connection.',
  },
  tr: {
    startPage: 'Başlangıç sayfasına git',
    failedTitle: 'Bu sayfa görüntülenemedi',
    failedText: 'Sayfa görüntülenirken bir sorun oluştu. Verileriniz etkilenmedi. Yeniden deneyin.',
    outdatedTitle: 'Bu sayfa yüklenemedi',
    outdatedText:
      'Daha yeni bir sürüm yayımlanmış olabilir. Sayfayı yenilemek için yeniden deneyin; işe yaramazsa bağlantınızı kontrol edin.',
  },
});
