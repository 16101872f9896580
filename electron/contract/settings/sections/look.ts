import { languages } from '../../languages.ts'
import { choice, section } from '../row.ts'

export const look = section({
  name: { en: 'Appearance', es: 'Apariencia', pt: 'Aparência' },
  rows: {
    language: choice([null, ...languages], {
      of: 'screen',
      default: null,
      messages: {
        en: {
          name: 'Language',
          choices: { null: 'Same as system', en: 'English', es: 'Español', pt: 'Português' },
          search: 'english spanish portuguese translation words',
        },
        es: {
          name: 'Idioma',
          choices: { null: 'Igual que el sistema', en: 'English', es: 'Español', pt: 'Português' },
          search: 'inglés español castellano portugués traducción palabras lengua',
        },
        pt: {
          name: 'Idioma',
          choices: { null: 'Igual ao sistema', en: 'English', es: 'Español', pt: 'Português' },
          search: 'inglês espanhol português tradução palavras língua',
        },
      },
    }),
    theme: choice(['system', 'light', 'dark'], {
      of: 'screen',
      default: 'system',
      messages: {
        en: {
          name: 'Theme',
          choices: { system: 'Same as system', light: 'Light', dark: 'Dark' },
          search: 'look light dark mode night day colours colors contrast bright',
        },
        es: {
          name: 'Tema',
          choices: { system: 'Igual que el sistema', light: 'Clara', dark: 'Oscura' },
          search: 'claro oscuro modo noche día colores contraste brillo aspecto',
        },
        pt: {
          name: 'Tema',
          choices: { system: 'Igual ao sistema', light: 'Clara', dark: 'Escura' },
          search: 'claro escuro modo noite dia cores contraste brilho aspecto',
        },
      },
    }),
  },
})
