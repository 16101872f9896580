import type { WordsLike } from '../../locales/word-table.ts'
import type { en } from './en.ts'

export const es: WordsLike<typeof en> = {
  practice: {
    title: 'Tienda de práctica',
    text: 'Estos pedidos son inventados. Pruébalo todo.',
    connect: 'Conecta tu tienda',
  },
  rooms: {
    notOpened: '{room} no se puede abrir ahora: esta pantalla perdió su cocina.',
    notYours: '{room} no es para esta pantalla. Un encargado puede desbloquearla.',
  },
  pin: {
    askTitle: 'PIN del encargado',
    askText: 'Un encargado puede desbloquear esto por cinco minutos.',
    pin: 'PIN del encargado',
    open: 'Desbloquear',
    unlockedUntil: 'Desbloqueada hasta las {time}',
    lock: 'Bloquear',
  },
  alerts: {
    title: 'Avisos',
    count: '{n} cosa te espera | {n} cosas te esperan',
    none: 'Nada te espera',
    noneText: 'Aquí aparece lo que la cocina tiene que decidir o revisar.',
    more: '{n} más',
    show: 'Ver',
    connection: 'Conexión',
    cutOff: 'Esta pantalla perdió su cocina',
    cutOffText: 'Lo que ves puede ser antiguo. Se reconecta sola.',
    refusing: 'Los pedidos no se pueden guardar',
    refusingText:
      'El disco está lleno o no se puede escribir. Los pedidos se reenvían hasta que se puedan guardar.',
    noToken: 'Sin conexión con la plataforma',
    paused: 'No se envía nada a la plataforma',
    damaged: 'Los pedidos guardados estaban dañados',
    damagedText:
      'Quedan aparte como {file}. Los pedidos vuelven cuando la plataforma los envía de nuevo; listos rescatados: {n}',
    silent: 'Sin señales de la plataforma',
    silentText: 'Pueden faltar pedidos nuevos.',
    unread: '{n} mensaje no se pudo leer | {n} mensajes no se pudieron leer',
    unreadText: 'Puede haber un pedido entre ellos.',
    setAside:
      '{n} registro guardado no se pudo leer y queda aparte | {n} registros guardados no se pudieron leer y quedan aparte',
    bumpRefused: 'La plataforma rechazó “Listo”',
    bumpUnconfirmed: '“Listo” se envió y nunca se confirmó',
    sendAgain: 'Enviar de nuevo',
    settle: 'Ya está hecho',
    items: '{n} artículos',
    stockRefused: 'La plataforma rechazó el cambio',
    stockUnconfirmed: 'El cambio se envió y nunca se confirmó',
    stockRecount: 'Cuéntalo de nuevo: el número no se pudo enviar a tiempo',
  },
  health: {
    label: 'Conexión:',
    'cut-off': 'Cortado',
    'not-saving': 'No guarda',
    'not-sending': 'No envía',
    'no-news': 'Sin noticias',
    'to-decide': '{n} por decidir',
    unanswered: '{n} sin respuesta',
    look: 'Por revisar',
    waiting: 'En espera',
    listening: 'Escuchando',
    'to-send': '{n} por enviar',
    well: 'Todo bien',
  },
  nav: {
    label: 'Navegación',
  },
  opening: {
    title: 'El local abre a las {time}.',
    opened: 'El local abrió a las {time}.',
    still:
      '{n} artículo sigue agotado hasta nuevo aviso. | {n} artículos siguen agotados hasta nuevo aviso.',
    backAll: 'Volver a vender todo',
    choose: 'Elegir…',
    leave: 'Dejarlos agotados',
  },
}
