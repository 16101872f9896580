import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

/** Texts of the pages that list a range of days. */
export default {
  ledger: {
    span: 'Dias',
    today: 'Hoje',
    yesterday: 'Ontem',
    week: '7 dias',
    month: '30 dias',
    from: 'De',
    to: 'Até',
    backwards: 'A data final é anterior à inicial.',
    loading: 'Carregando…',
    pageOf: 'Carregando página {page} de {pages}',
    page: 'Carregando página {page}',
    soFar: '{n} até agora | {n} até agora',
    cancel: 'Parar',
    cancelled: 'Interrompido. A lista está incompleta.',
    stopped: '{why} A lista está incompleta.',
    resume: 'Continuar',
    again: 'Atualizar',
    full: 'Há dados demais para carregar de uma vez. Escolha menos dias.',
    incomplete: 'A lista mudou enquanto carregava e pode faltar algo. Atualize.',
    leftOut:
      '{n} registro não pôde ser lido e está faltando. | {n} registros não puderam ser lidos e estão faltando.',
    outside:
      '{n} registro de outros dias foi omitido. | {n} registros de outros dias foram omitidos.',
    forgotten: 'Esta lista não está mais salva. Atualize.',
    offline: 'A conexão com o computador da cozinha caiu. Isto pode estar desatualizado.',
    save: 'Exportar CSV',
    when: 'Data',
    code: 'Código',
    unreadable: 'ilegível',
    shiftOpen: '{from}, ainda aberto',
    shiftSpan: '{from} a {to}',
  },
} satisfies MessagesLike<typeof en>
