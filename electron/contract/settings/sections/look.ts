import { languages } from '../../languages.ts'
import { choice, section } from '../row.ts'

/** How this screen looks. */
export const look = section({
  name: { en: 'Look', es: 'Aspecto', pt: 'Aspecto' },
  rows: {
    language: choice([null, ...languages], {
      of: 'screen',
      default: null,
      messages: {
        en: {
          name: 'Language',
          choices: { null: 'As the system', en: 'English', es: 'Español', pt: 'Português' },
          search: 'english spanish portuguese translation words',
        },
        es: {
          name: 'Idioma',
          choices: { null: 'Como el sistema', en: 'English', es: 'Español', pt: 'Português' },
          search: 'inglés español castellano portugués traducción palabras lengua',
        },
        pt: {
          name: 'Idioma',
          choices: { null: 'Como o sistema', en: 'English', es: 'Español', pt: 'Português' },
          search: 'inglês espanhol português tradução palavras língua',
        },
      },
    }),
    theme: choice(['system', 'light', 'dark'], {
      of: 'screen',
      default: 'system',
      messages: {
        en: {
          name: 'Appearance',
          choices: { system: 'As the system', light: 'Light', dark: 'Dark' },
          search: 'theme light dark mode night day colours colors contrast bright',
        },
        es: {
          name: 'Apariencia',
          choices: { system: 'Como el sistema', light: 'Clara', dark: 'Oscura' },
          search: 'tema claro oscuro modo noche día colores contraste brillo aspecto',
        },
        pt: {
          name: 'Aparência',
          choices: { system: 'Como o sistema', light: 'Clara', dark: 'Escura' },
          search: 'tema claro escuro modo noite dia cores contraste brilho aspecto',
        },
      },
    }),
  },
})
