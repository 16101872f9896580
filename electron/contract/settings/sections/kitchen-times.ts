import { number, section, share, toggle } from '../row.ts'

export const kitchenTimes = section({
  name: { en: 'Kitchen times', es: 'Tiempos de cocina', pt: 'Tempos da cozinha' },
  rows: {
    undoSeconds: number({
      of: 'restaurant',
      default: 8,
      min: 0,
      max: 60,
      slider: { max: 30 },
      messages: {
        en: {
          name: 'Undo after a bump',
          hint: 'How long a bump can be undone before it is sent to the platform.',
          value: '{n} second | {n} seconds',
          search: 'ready wait delay revert mistake seconds grace time',
        },
        es: {
          name: 'Deshacer tras marcar listo',
          hint: 'Cuánto tiempo se puede deshacer antes de enviarlo a la plataforma.',
          value: '{n} segundo | {n} segundos',
          search: 'listo esperar retraso revertir error segundos tiempo',
        },
        pt: {
          name: 'Desfazer depois de marcar pronto',
          hint: 'Por quanto tempo dá para desfazer antes do envio à plataforma.',
          value: '{n} segundo | {n} segundos',
          search: 'esperar atraso reverter erro engano segundos tempo',
        },
      },
    }),
    /** A fraction of the time to the promised time. */
    amberShare: share({
      of: 'restaurant',
      default: 0.75,
      min: 0.1,
      max: 1,
      step: 0.05,
      messages: {
        en: {
          name: 'Amber after',
          hint: 'How much of the promised time passes before a ticket turns amber. It turns red when the time is up.',
          search:
            'yellow orange colour color late lateness soon due warning red clock time minutes',
        },
        es: {
          name: 'Ámbar desde',
          hint: 'Cuánto del tiempo prometido pasa antes de que una comanda se ponga ámbar. Se pone roja cuando se cumple.',
          search:
            'amarillo naranja color tarde atraso demora pronto aviso rojo reloj tiempo minutos',
        },
        pt: {
          name: 'Âmbar a partir de',
          hint: 'Quanto do tempo prometido passa antes de uma comanda ficar âmbar. Ela fica vermelha quando o tempo acaba.',
          search: 'amarelo laranja cor tarde atraso demora logo aviso relógio tempo minutos',
        },
      },
    }),
    startedStage: toggle({
      of: 'restaurant',
      default: false,
      messages: {
        en: {
          name: 'Mark started tickets',
          hint: 'Cooks can mark a ticket as started. This isn’t sent to the platform.',
          search: 'begin start cooking in progress preparing stage',
        },
        es: {
          name: 'Marcar comandas empezadas',
          hint: 'Los cocineros pueden marcar una comanda como empezada. No se envía a la plataforma.',
          search: 'comenzar iniciar cocinando en preparación etapa',
        },
        pt: {
          name: 'Marcar comandas iniciadas',
          hint: 'Os cozinheiros podem marcar uma comanda como iniciada. Isso não é enviado à plataforma.',
          search: 'começar iniciar cozinhando em preparo etapa',
        },
      },
    }),
    /** Longer than the personal data of guests, which is deleted earlier. */
    keepDays: number({
      of: 'restaurant',
      default: 60,
      min: 31,
      max: 3650,
      slider: { max: 365 },
      messages: {
        en: {
          name: 'Keep past orders for',
          hint: 'Past orders, updates sent to the platform and sold-out history are deleted after this time. Close-outs are never deleted.',
          value: '{n} day | {n} days',
          search: 'history retention delete old orders disk space days archive',
        },
        es: {
          name: 'Guardar pedidos pasados por',
          hint: 'Los pedidos pasados, los cambios enviados y el historial de agotados se borran después de este tiempo. Los cierres nunca se borran.',
          value: '{n} día | {n} días',
          search: 'historial borrar pedidos viejos antiguos disco espacio días archivo',
        },
        pt: {
          name: 'Guardar pedidos passados por',
          hint: 'Os pedidos passados, as mudanças enviadas e o histórico de esgotados são apagados depois desse tempo. Os fechamentos nunca são apagados.',
          value: '{n} dia | {n} dias',
          search: 'histórico apagar pedidos velhos antigos disco espaço dias arquivo',
        },
      },
    }),
  },
})
