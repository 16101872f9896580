import type { MessagesLike } from '../../locales/message-table.ts'
import type en from './en.ts'

export default {
  waste: {
    title: 'Merma',
    failed: 'No se pudo cargar la merma',
    counting: 'Válidas',
    times: '{n} registro | {n} registros',
    voided: 'Anuladas',
    byDay: 'Registros por día',
    byDayOf: '{name} por día, en {unit}',
    noUnit: 'unidades',
    inTimes: 'registros',
    byIngredient: 'Por ingrediente',
    ingredient: 'Ingrediente',
    quantity: 'Cantidad',
    often: 'Registros',
    only: 'Solo {name}',
    every: 'Todos los ingredientes',
    which: 'Estado',
    all: 'Todas',
    happened: 'Válidas',
    onlyVoided: 'Anuladas',
    list: 'Registros de merma, los más nuevos primero',
    what: 'Artículo',
    voidedAt: 'Anulada {when}',
    unsummed:
      'No se pudo leer {n} cantidad y no está en los totales. | No se pudieron leer {n} cantidades y no están en los totales.',
    none: 'Sin merma en estos días',
    noneSo: 'Sin resultados',
  },
} satisfies MessagesLike<typeof en>
