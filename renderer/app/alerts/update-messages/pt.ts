import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  updateAlerts: {
    notInstalled: 'A versão {version} não foi instalada',
    notInstalledText:
      'A versão anterior continua funcionando. O Kitchen Pass tenta de novo no próximo bom momento.',
    overdue: 'A versão {version} está pronta há dias',
    overdueText:
      'Instale quando não houver comandas abertas, ou escolha outra hora para atualizar.',
  },
} satisfies MessagesLike<typeof en>
