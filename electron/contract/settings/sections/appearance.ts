import { languages } from '../../languages.ts'
import { timeFormats } from '../fields.ts'
import { choice, section } from '../row.ts'

export const appearance = section({
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
    timeFormat: choice(timeFormats, {
      of: 'restaurant',
      default: '24-hour',
      messages: {
        en: {
          name: 'Time format',
          hint: 'On all screens and printouts.',
          choices: { '24-hour': '24-hour (18:30)', '12-hour': '12-hour (6:30 PM)' },
          search: 'clock hours am pm 12 24 military',
        },
        es: {
          name: 'Formato de hora',
          hint: 'En todas las pantallas e impresiones.',
          choices: { '24-hour': '24 horas (18:30)', '12-hour': '12 horas (6:30\u00a0p.\u00a0m.)' },
          search: 'reloj horas am pm 12 24 militar',
        },
        pt: {
          name: 'Formato de hora',
          hint: 'Em todas as telas e impressões.',
          choices: { '24-hour': '24 horas (18:30)', '12-hour': '12 horas (6:30\u00a0PM)' },
          search: 'relógio horas am pm 12 24',
        },
      },
    }),
  },
})
