import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  keyArea: {
    orders: 'Pedidos',
    stock: 'Menú y productos agotados',
    reservations: 'Reservas',
    guests: 'Clientes y puntos',
    coupons: 'Cupones',
    payments: 'Pagos, turnos y merma',
    store: 'Tiempo de preparación y horario',
  },
  keyPart: {
    reading: '{area} (leer)',
    changing: '{area} (cambiar)',
  },
  keyRights: {
    lacks: 'Esta clave de acceso no tiene permiso para: {areas}.',
    ask: 'Pide los permisos a quien administra las claves de acceso de tu plataforma, o usa otra clave.',
  },
  keyNote: {
    next: 'Lo guardado se puede seguir leyendo. Dale más permisos a la clave en los ajustes de tu plataforma.',
    connection: 'Abrir Conexión',
  },
} satisfies MessagesLike<typeof en>
