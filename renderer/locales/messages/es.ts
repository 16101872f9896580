import type { MessagesLike } from '../message-table.ts'
import type { en } from './en.ts'

export const es: MessagesLike<typeof en> = {
  common: {
    noMethod: 'Sin medio de pago',
    soldOut: '{n} agotado | {n} agotados',
    appName: 'Kitchen Pass',
    seconds: '{n} segundo | {n} segundos',
    resume: 'Reintentar ahora',
    giveToken: 'Escribir el token de acceso',
    close: 'Cerrar',
    tryAgain: 'Reintentar',
    copy: 'Copiar',
    copied: 'Copiado',
    gotIt: 'Visto',
    keyboard: 'Teclado',
    details: 'Detalles',
    arrows: 'Flechas',
    enter: 'Intro',
    keyMap: 'Este mapa',
    show: 'Mostrar lo escrito',
    hide: 'Ocultar lo escrito',
    hour: 'Hora',
    minute: 'Minuto',
    day: 'Día',
    month: 'Mes',
    year: 'Año',
  },
  age: {
    seconds: 'hace {n} s',
    minutes: 'hace {n} min',
    hours: 'hace {n} h',
    days: 'hace {n} día | hace {n} días',
  },
  pages: {
    label: 'Páginas',
    page: 'Página {n}',
    pageOf: 'Página {page} de {pages}',
    before: 'La página anterior',
    next: 'La página siguiente',
  },
  areas: {
    shift: 'El turno',
  },
  errors: {
    'bad-input': 'No se entendió. Revisa lo que escribiste.',
    'not-found': 'Ya no está.',
    'too-late': 'Demasiado tarde: ya avanzó.',
    'not-allowed': 'Esta pantalla no puede hacerlo. Un encargado puede desbloquearla.',
    'wrong-pin': 'Ese no es el PIN del encargado.',
    locked: 'Demasiados PIN equivocados.',
    unauthorised: 'La plataforma no acepta el token.',
    refused: 'La plataforma dijo que no.',
    unreachable: 'Sin respuesta.',
    'not-the-platform': 'Respondió otra cosa, no la plataforma.',
    unreadable:
      'La plataforma respondió algo que no se puede leer. Avisa a quien cuida esta app; los detalles dicen qué.',
    'no-vault':
      'Este equipo no puede guardar el token de forma segura. Configura primero su llavero.',
    storage: 'No se pudo guardar: el disco o la base de datos no acepta escrituras.',
    internal: 'Algo falló en Kitchen Pass. Prueba otra vez.',
    log: 'En el registro: {text}',
    triesLeft:
      '{sentence} Queda {n} intento; después se bloquea un rato. | {sentence} Quedan {n} intentos; después se bloquea un rato.',
    waitSeconds:
      '{sentence} Prueba otra vez en {n} segundo. | {sentence} Prueba otra vez en {n} segundos.',
    waitMinutes:
      '{sentence} Prueba otra vez en {n} minuto. | {sentence} Prueba otra vez en {n} minutos.',
  },
  reasons: {
    'no-address':
      'Esa no es la dirección de un servidor. Cópiala de los ajustes de tu plataforma; se parece a platform.example/api/v3.',
    'no-such-name':
      'Ese nombre no se encuentra. Revisa cómo está escrito y si este equipo tiene internet.',
    'nobody-listens':
      'El equipo de esta dirección no acepta la conexión. Revisa la dirección o prueba otra vez en unos minutos.',
    'no-way-there': 'Este equipo no encuentra el camino hasta ahí. Revisa si tiene internet.',
    'not-secure':
      'No se logra una conexión segura. Revisa la dirección, y la fecha y la hora de este equipo.',
    'too-slow':
      'No hubo respuesta a tiempo. Revisa la conexión a internet o prueba otra vez en un minuto.',
    'cut-off': 'La conexión se cortó. Prueba otra vez.',
    unavailable: 'La plataforma no atiende en este momento. Prueba otra vez en unos minutos.',
    'web-page':
      'Respondió una página web en lugar de la plataforma. Revisa la dirección, y si el wifi pide iniciar sesión.',
    'no-such-path':
      'Ahí responde un servidor, pero no es la plataforma. Copia la dirección completa de los ajustes de tu plataforma.',
    'other-answer':
      'Ahí responde otra cosa, no la plataforma. Copia la dirección de los ajustes de tu plataforma.',
    unencrypted:
      'Esta dirección no va cifrada (http): cualquiera en el camino podría leer el token, los pedidos y los datos de los clientes. Usa una dirección con https.',
    'bad-token':
      'Eso no es un token: tiene un espacio, un salto de línea o una letra que ningún token tiene. Cópialo de nuevo, sin nada alrededor.',
    'no-token': 'El token de acceso no está guardado en este equipo. Escríbelo para seguir.',
    'token-refused':
      'La plataforma no acepta el token de acceso. Cópialo de nuevo de los ajustes de tu plataforma.',
    'rights-missing':
      'La plataforma conoce el token de acceso, pero no le permite esto. Dale más permisos en los ajustes de tu plataforma.',
    'other-store':
      'Este token de acceso no ve esta tienda. Usa el token de la tienda o elige otra tienda.',
    'no-printer':
      'Lo que responde en esta dirección no es una impresora de recibos. Revisa su dirección y su puerto.',
    'not-for-printers':
      'Kitchen Pass no imprime en esta dirección o puerto. Un encargado puede permitirlos en Ajustes, en Impresoras.',
  },
  roles: {
    kitchen: 'Cocina',
    counter: 'Mostrador',
    manager: 'Encargado',
  },
  clock: {
    ahead: 'El reloj de este equipo va {time} adelantado',
    behind: 'El reloj de este equipo va {time} atrasado',
    clockDifference: 'El reloj de este equipo y el de la plataforma difieren en {time}',
    clockDifferenceRemedy:
      'Ajusta la fecha, la hora y la zona horaria de este equipo. Mientras no coincidan, vale la hora de este equipo y no se borra nada antiguo.',
    minutes: '{n} minuto | {n} minutos',
    hours: '{n} hora | {n} horas',
    days: '{n} día | {n} días',
    remedy:
      'Ajusta su fecha, su hora y su zona horaria, o deja que se ajusten solas. Mientras tanto vale la hora de la plataforma.',
  },
  strip: {
    label: 'Estado',
    webhook: 'Eventos',
    orderList: 'Lista de pedidos',
    outbox: 'Hacia la plataforma',
    webhookAge: 'último evento {age}',
    webhookSilent: 'escuchando, aún sin eventos',
    webhookOff: 'no escucha',
    webhookFailed: 'no puede escuchar',
    listAge: 'revisada {age}',
    listWaiting: 'primera revisión en curso',
    storeUnseen: 'el token de acceso no ve esta tienda',
    listOff: 'no se consulta',
    listFailing: 'la revisión falla, última {age}',
    listNever: 'la revisión falla, nunca respondió',
    listUnsupported: 'Esta plataforma no ofrece lista de pedidos: llegan solo por webhook',
    listLeftOut:
      '{n} entrada de la lista no se pudo leer | {n} entradas de la lista no se pudieron leer',
    stale: 'antiguo',
    settled: 'todo confirmado',
    unheard: 'no se sabe ahora',
    pending: '{n} por enviar',
    sending: '{n} enviando',
    unknown: '{n} sin respuesta',
    needsPerson: '{n} por decidir',
    paused: 'no se envía',
    unread: '{n} evento no se pudo leer | {n} eventos no se pudieron leer',
    elsewhere: '{n} mensaje de otros locales | {n} mensajes de otros locales',
    silent: 'Sin señales de la plataforma. Pueden faltar pedidos nuevos.',
    connection: 'Conexión',
    waiting: 'Esperando el primer estado',
  },
}
