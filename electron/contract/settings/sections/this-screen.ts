import { custom, ruled, section } from '../row.ts'

export const longestName = 40

export const thisScreen = section({
  name: { en: 'This screen', es: 'Esta pantalla', pt: 'Esta tela' },
  rows: {
    /** Shown next to changes made on this screen. */
    screenName: ruled(
      { is: 'text', min: 0, max: longestName },
      {
        of: 'screen',
        default: '',
        control: 'screen-name',
        messages: {
          en: {
            name: 'Name of this screen',
            hint: 'Shown next to changes made on this screen. Example: Grill',
            search: 'rename call label title who',
          },
          es: {
            name: 'Nombre de esta pantalla',
            hint: 'Aparece junto a los cambios hechos en esta pantalla. Ejemplo: Parrilla',
            search: 'renombrar llamar título quién',
          },
          pt: {
            name: 'Nome desta tela',
            hint: 'Aparece ao lado das mudanças feitas nesta tela. Exemplo: Grelha',
            search: 'renomear chamar título quem',
          },
        },
      },
    ),
    ownRole: custom({
      of: 'screen',
      control: 'own-role',
      messages: {
        en: {
          name: 'Role of this screen',
          search: 'roles permission rights access lock unlock kitchen counter manager',
        },
        es: {
          name: 'Rol de esta pantalla',
          search:
            'roles permiso derechos acceso bloquear desbloquear cocina mostrador encargado gerente',
        },
        pt: {
          name: 'Função desta tela',
          search:
            'funções papel permissão direitos acesso bloquear desbloquear cozinha balcão gerente',
        },
      },
    }),
  },
})
