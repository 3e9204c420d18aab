import type { Step } from './course.ts';

export const STEPS: readonly Step[] = [
  [
    ['What we build', 'Ne yapıyoruz'],
    ['A screen with a balance and the last five movements.', 'Bakiye ve son beş hareket bulunan bir ekran.'],
    [
      'Small enough for an afternoon, large enough to meet every question: data, waiting, errors, turning the phone.',
      'Bir öğleden sonraya sığar ama her soruyu sordurur: veri, bekleme, hata, telefonu çevirme.',
    ],
  ],
  [
    ['A new project', 'Yeni bir proje'],
    ['Kotlin, Compose, nothing more.', 'Kotlin, Compose, o kadar.'],
    [
      'Choose the empty template. Set the oldest version that your members use; look it up instead of guessing.',
      'Boş şablonu seçin. Üyelerinizin kullandığı en eski sürümü tahmin etmeyin, bakıp ayarlayın.',
    ],
  ],
  [
    ['A function draws', 'Bir işlev çizer'],
    ['The screen is what the state says.', 'Ekran, durumun söylediğidir.'],
    [
      'A composable takes values and draws them. It keeps nothing, so it can be drawn again at any time.',
      'Composable değer alır ve çizer. Hiçbir şey saklamaz, o yüzden her an yeniden çizilebilir.',
    ],
  ],
  [
    ['Four states', 'Dört durum'],
    ['Waiting, empty, there, broken.', 'Bekliyor, boş, hazır, bozuk.'],
    [
      'Write them as a sealed class. The compiler then asks for each of them wherever you draw.',
      'Bunları sealed class olarak yazın. Derleyici, çizdiğiniz her yerde hepsini ister.',
    ],
  ],
  [
    ['Where the data comes from', 'Veri nereden gelir'],
    ['The screen never asks the network itself.', 'Ekran ağa kendisi sormaz.'],
    [
      'A repository answers from what is stored and then from the server. The screen sees one stream of states.',
      'Depo önce saklanandan, sonra sunucudan yanıt verir. Ekran tek bir durum akışı görür.',
    ],
  ],
  [
    ['Amounts', 'Tutarlar'],
    ['Never in floating point.', 'Asla kayan noktayla değil.'],
    [
      'Keep cents as a long number or use BigDecimal, and let the system format them for the language.',
      'Kuruşları uzun tam sayı ya da BigDecimal ile tutun; biçimi dile göre sistem versin.',
    ],
  ],
  [
    ['Turning the phone', 'Telefonu çevirmek'],
    ['The screen dies and comes back.', 'Ekran ölür ve geri gelir.'],
    [
      'What must outlive it belongs into a ViewModel; what was typed into saved state.',
      'Ondan uzun yaşaması gereken ViewModel’e, yazılanlar kaydedilen duruma girer.',
    ],
  ],
  [
    ['Large letters', 'Büyük harfler'],
    ['At twice the size nothing may be cut off.', 'İki katı boyutta hiçbir şey kesilmemeli.'],
    [
      'Set sizes in sp, let lines wrap, and look at the screen with the largest font before you call it done.',
      'Boyutları sp ile verin, satırlar kaysın; bitti demeden önce en büyük yazıyla bakın.',
    ],
  ],
  [
    ['Say what it is', 'Ne olduğunu söyleyin'],
    ['A picture without words is a hole.', 'Sözsüz resim bir boşluktur.'],
    [
      'Give each icon a content description, or say that it is only decoration. TalkBack reads the rest.',
      'Her simgeye açıklama verin ya da yalnızca süs olduğunu belirtin. Gerisini TalkBack okur.',
    ],
  ],
  [
    ['Hide it', 'Gizleyin'],
    ['A balance is nobody else’s business.', 'Bakiye kimseyi ilgilendirmez.'],
    [
      'Keep the screen out of the list of recent apps, and lock it after a minute of nobody touching it.',
      'Ekranı son uygulamalar listesinden gizleyin; bir dakika dokunulmazsa kilitleyin.',
    ],
  ],
  [
    ['Test it', 'Sınayın'],
    ['One test for each state.', 'Her duruma bir test.'],
    [
      'Compose can be asked what it shows. Four short tests keep the four states alive when you change the rest.',
      'Compose’a ne gösterdiği sorulabilir. Dört kısa test, gerisini değiştirirken dört durumu yaşatır.',
    ],
  ],
];
