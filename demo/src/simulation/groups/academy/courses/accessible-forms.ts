import type { Step } from './course.ts';

export const STEPS: readonly Step[] = [
  [
    ['Why forms fail people', 'Formlar insanı neden yarı yolda bırakır'],
    ['Most money is moved through a form.', 'Paranın çoğu bir formdan geçer.'],
    [
      'A form that a keyboard or a screen reader can’t finish turns a member away. The law asks for it, and so does decency.',
      'Klavyenin ya da ekran okuyucunun bitiremediği form üyeyi geri çevirir. Bunu hem yasa hem insaf ister.',
    ],
  ],
  [
    ['A label for each field', 'Her alana bir etiket'],
    ['A placeholder is no label.', 'Yer tutucu, etiket değildir.'],
    [
      'Tie the label to its field with <code>for</code> and <code>id</code>. It stays visible while somebody types, and a click on it puts the focus there.',
      'Etiketi alana <code>for</code> ve <code>id</code> ile bağlayın. Yazarken görünür kalır ve tıklanınca odağı alana taşır.',
    ],
  ],
  [
    ['Say what you expect', 'Ne beklediğinizi söyleyin'],
    ['Before the mistake, not after it.', 'Hatadan önce, sonra değil.'],
    [
      'Write the format under the label: “Day, month, year”. Name the field in <code>aria-describedby</code>, so that it is read out too.',
      'Biçimi etiketin altına yazın: “Gün, ay, yıl”. <code>aria-describedby</code> ile bağlayın ki o da okunsun.',
    ],
  ],
  [
    ['Errors that help', 'Yardım eden hata iletileri'],
    ['What is wrong, and what to do.', 'Ne yanlış ve ne yapmalı.'],
    [
      '“Invalid” helps nobody. “Write an amount above 0” does. Put it at the field, and list all of them above the button.',
      '“Geçersiz” kimseye yaramaz. “0’dan büyük bir tutar yazın” yarar. Alanın yanına koyun, hepsini düğmenin üstünde de sıralayın.',
    ],
  ],
  [
    ['The order of the focus', 'Odağın sırası'],
    ['As the eye reads, so the Tab key goes.', 'Göz nasıl okursa Sekme tuşu öyle gitsin.'],
    [
      'Leave the order to the document. A positive <code>tabindex</code> mends one place and breaks ten.',
      'Sırayı belgeye bırakın. Pozitif <code>tabindex</code> bir yeri onarır, on yeri bozar.',
    ],
  ],
  [
    ['A focus one can see', 'Görülen odak'],
    ['Two pixels, and enough contrast.', 'İki piksel ve yeterli karşıtlık.'],
    [
      'Never take the outline away without giving a better one. Three to one against what is around it is the least.',
      'Daha iyisini vermeden çerçeveyi kaldırmayın. Çevresine göre en az üçe bir karşıtlık gerekir.',
    ],
  ],
  [
    ['Groups', 'Gruplar'],
    ['Radio buttons belong together.', 'Seçenek düğmeleri bir aradadır.'],
    [
      'A <code>fieldset</code> with a <code>legend</code> says what the choice is about before its first option is read.',
      '<code>legend</code> taşıyan bir <code>fieldset</code>, ilk seçenekten önce neyin seçildiğini söyler.',
    ],
  ],
  [
    ['Amounts and dates', 'Tutarlar ve tarihler'],
    ['Let people type as they are used to.', 'İnsanlar alıştığı gibi yazabilsin.'],
    [
      'Take “1.250,50” and “1,250.50” alike where the language tells them apart, and show what you understood.',
      'Dil ayırt ettiriyorsa “1.250,50” ile “1,250.50”yi de kabul edin ve ne anladığınızı gösterin.',
    ],
  ],
  [
    ['Keep what was typed', 'Yazılanı koruyun'],
    ['A mistake must not cost the whole form.', 'Bir hata bütün formu götürmemeli.'],
    [
      'After an error everything stands as it was, the password perhaps excepted. The focus goes to the first field that is wrong.',
      'Hatadan sonra her şey yerinde durur; belki parola hariç. Odak ilk yanlış alana gider.',
    ],
  ],
  [
    ['Test with the keyboard', 'Klavyeyle sınayın'],
    ['Put the mouse into the drawer.', 'Fareyi çekmeceye koyun.'],
    [
      'Fill the form with Tab, Space, arrows and Enter. Note where you had to guess where you are.',
      'Formu Sekme, Boşluk, oklar ve Enter ile doldurun. Nerede olduğunuzu tahmin ettiğiniz yerleri yazın.',
    ],
  ],
  [
    ['Test with your ears', 'Kulakla sınayın'],
    ['A screen reader, ten minutes, eyes closed.', 'Ekran okuyucu, on dakika, gözler kapalı.'],
    [
      'Listen whether each field says its name, its state and its error. What you could not do, your members can’t either.',
      'Her alanın adını, durumunu ve hatasını söyleyip söylemediğini dinleyin. Sizin yapamadığınızı üyeleriniz de yapamaz.',
    ],
  ],
];
