import type { WordsLike } from '../../locales/word-table.ts'
import type { en } from './en.ts'

export const es: WordsLike<typeof en> = {
  practice: {
    title: 'Tienda de práctica',
    text: 'Estos pedidos son inventados. Pruébalo todo.',
    connect: 'Conecta tu tienda',
  },
  banner: {
    linkDown: 'Esta pantalla perdió su cocina',
    linkDownText: 'Lo que ves puede ser antiguo. Se reconecta sola.',
    damaged: 'Los pedidos guardados estaban dañados',
    damagedText:
      'Se guardan aparte como {file}. Los pedidos vuelven cuando la plataforma los diga de nuevo; avisos de listo recuperados: {n}',
    refusing: 'Los pedidos no se pueden guardar',
    refusingText: 'El disco o la base de datos no acepta escrituras. Se pide reintentar el envío.',
    paused: 'El envío a la plataforma está en pausa',
  },
  attention: {
    label: 'Necesita una persona',
    unconfirmed: 'Enviado, pero nunca confirmado',
    refused: 'La plataforma lo rechazó',
    sendAgain: 'Enviar de nuevo',
    settle: 'Ya está hecho',
  },
  rooms: {
    notYours: '{room} no es para esta pantalla. Un encargado puede desbloquearla.',
  },
  nav: {
    mark: '86',
  },
  pin: {
    askTitle: 'PIN del encargado',
    askText: 'Un encargado puede desbloquear esto por cinco minutos.',
    pin: 'PIN del encargado',
    open: 'Desbloquear',
    unlockedUntil: 'Desbloqueada hasta las {time}',
    lock: 'Bloquear',
  },
}
