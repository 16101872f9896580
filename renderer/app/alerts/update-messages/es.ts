import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  updateAlerts: {
    notInstalled: 'No se instaló la versión {version}',
    notInstalledText:
      'La versión anterior sigue funcionando. Kitchen Pass lo intenta otra vez en el próximo buen momento.',
    overdue: 'La versión {version} está lista desde hace días',
    overdueText: 'Instálala cuando no haya comandas abiertas, o elige otra hora para actualizar.',
  },
} satisfies MessagesLike<typeof en>
