import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  chainAlerts: {
    soldOut: 'La cadena marcó como agotado: {name}',
    wantsSoldOut: 'La cadena quiere marcar como agotado: {name}',
    onSale: 'La cadena marcó como disponible otra vez: {name}',
    wantsOnSale: 'La cadena quiere marcar como disponible otra vez: {name}',
    onSaleUnnamed: 'La cadena marcó productos como disponibles otra vez',
    wantsOnSaleUnnamed: 'La cadena quiere marcar productos como disponibles otra vez',
    profile: 'La cadena cambió los ajustes',
    wantsProfile: 'La cadena quiere cambiar los ajustes',
  },
} satisfies MessagesLike<typeof en>
