import { custom, ruled, section } from '../row.ts'

/** How many letters the name of a screen may have. */
export const longestName = 40

/** Who this screen is. */
export const thisScreen = section({
  name: { en: 'This screen', es: 'Esta pantalla', pt: 'Esta tela' },
  rows: {
    /** What the crew calls this screen: shown beside what was sold out on it. */
    screenName: ruled(
      { is: 'text', min: 0, max: longestName },
      {
        of: 'screen',
        default: '',
        control: 'screen-name',
        messages: {
          en: {
            name: 'Name of this screen',
            hint: 'Stands beside what is sold out here, so that the crew knows who did it. Say: Grill.',
            search: 'rename call label title who',
          },
          es: {
            name: 'Nombre de esta pantalla',
            hint: 'Aparece junto a lo que se agota aquí, para que el equipo sepa quién fue. Por ejemplo: Parrilla.',
            search: 'renombrar llamar título quién',
          },
          pt: {
            name: 'Nome desta tela',
            hint: 'Aparece ao lado do que se esgota aqui, para a equipe saber quem foi. Por exemplo: Grelha.',
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
          search: 'roles permiso derechos acceso bloquear desbloquear cocina mostrador encargado',
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
