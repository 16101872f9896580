import type { MessagesLike } from '../../locales/message-table.ts'
import type en from './en.ts'

export default {
  waste: {
    title: 'Perdas',
    failed: 'Não foi possível carregar as perdas',
    counting: 'Válidas',
    times: '{n} registro | {n} registros',
    voided: 'Estornadas',
    byDay: 'Registros por dia',
    byDayOf: '{name} por dia, em {unit}',
    noUnit: 'unidades',
    inTimes: 'registros',
    byIngredient: 'Por ingrediente',
    ingredient: 'Ingrediente',
    quantity: 'Quantidade',
    often: 'Registros',
    only: 'Só {name}',
    every: 'Todos os ingredientes',
    which: 'Situação',
    all: 'Todas',
    happened: 'Válidas',
    onlyVoided: 'Estornadas',
    list: 'Registros de perdas, os mais novos primeiro',
    what: 'Item',
    voidedAt: 'Estornada {when}',
    unsummed:
      'Não foi possível ler {n} quantidade, que não está nos totais. | Não foi possível ler {n} quantidades, que não estão nos totais.',
    none: 'Nenhuma perda nestes dias',
    noneSo: 'Nenhum resultado',
  },
} satisfies MessagesLike<typeof en>
