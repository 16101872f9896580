import type { WallCommand } from '../fields.ts'
import { custom, ruled, section } from '../row.ts'

export const keys = section({
  name: { en: 'Keys', es: 'Teclas', pt: 'Teclas' },
  rows: {
    /**
     * Learned keys (`KeyboardEvent.key`, letters in lower case). A command that is missing here has
     * its default key.
     */
    wallKeys: ruled<'screen', Partial<Record<WallCommand, string>>>(
      { is: 'wall-keys' },
      {
        of: 'screen',
        default: {},
        control: 'wall-keys',
        messages: {
          en: {
            name: 'Wall keys',
            hint: 'Choose an action, then press the key for it. A bump bar works like a keyboard.',
            search: 'learn press key bump bar shortcuts hotkeys map change buttons',
          },
          es: {
            name: 'Teclas de la cocina',
            hint: 'Elige una acción y aprieta su tecla. Una bump bar funciona como un teclado.',
            search: 'aprender apretar tecla bump bar atajos mapa cambiar botones',
          },
          pt: {
            name: 'Teclas da cozinha',
            hint: 'Escolha uma ação e aperte a tecla. Uma bump bar funciona como um teclado.',
            search: 'aprender apertar tecla bump bar atalhos mapa mudar botões',
          },
        },
      },
    ),
    keys: custom({
      of: null,
      control: 'key-maps',
      messages: {
        en: { name: 'Keyboard', search: 'shortcuts hotkeys bump bar buttons map letters' },
        es: { name: 'Teclado', search: 'atajos bump bar botones mapa letras' },
        pt: { name: 'Teclado', search: 'atalhos bump bar botões mapa letras' },
      },
    }),
  },
})
