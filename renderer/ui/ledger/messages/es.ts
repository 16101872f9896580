import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

/** Texts of the pages that list a range of days. */
export default {
  ledger: {
    span: 'Días',
    today: 'Hoy',
    yesterday: 'Ayer',
    week: '7 días',
    month: '30 días',
    from: 'Desde',
    to: 'Hasta',
    backwards: 'La fecha final es anterior a la inicial.',
    loading: 'Cargando…',
    pageOf: 'Cargando página {page} de {pages}',
    page: 'Cargando página {page}',
    soFar: '{n} hasta ahora | {n} hasta ahora',
    cancel: 'Detener',
    cancelled: 'Detenido. La lista está incompleta.',
    stopped: '{why} La lista está incompleta.',
    resume: 'Continuar',
    again: 'Actualizar',
    full: 'Hay demasiado para cargar de una vez. Elige menos días.',
    incomplete: 'La lista cambió mientras se cargaba y puede faltar algo. Actualízala.',
    leftOut: '{n} registro no se pudo leer y falta. | {n} registros no se pudieron leer y faltan.',
    outside: 'Se omitió {n} registro de otros días. | Se omitieron {n} registros de otros días.',
    forgotten: 'Esta lista ya no está guardada. Actualízala.',
    offline:
      'Se perdió la conexión con el computador de la cocina. Esto puede estar desactualizado.',
    save: 'Exportar CSV',
    when: 'Fecha',
    code: 'Código',
    unreadable: 'ilegible',
    shiftOpen: '{from}, aún abierto',
    shiftSpan: '{from} a {to}',
  },
} satisfies MessagesLike<typeof en>
