import type { WordsLike } from '../../locales/word-table.ts'
import type { en } from './en.ts'

export const pt: WordsLike<typeof en> = {
  practice: {
    title: 'Loja de treino',
    text: 'Estes pedidos são inventados. Experimente tudo.',
    connect: 'Conecte sua loja',
  },
  banner: {
    linkDown: 'Esta tela perdeu a sua cozinha',
    linkDownText: 'O que você vê pode estar velho. Ela se reconecta sozinha.',
    damaged: 'Os pedidos salvos estavam danificados',
    damagedText:
      'Ficam à parte como {file}. Os pedidos voltam quando a plataforma os disser de novo; avisos de pronto recuperados: {n}',
    refusing: 'Os pedidos não podem ser salvos',
    refusingText: 'O disco ou o banco de dados não aceita escrita. Pede-se novo envio.',
    paused: 'O envio à plataforma está em pausa',
  },
  attention: {
    label: 'Precisa de uma pessoa',
    unconfirmed: 'Enviado, mas nunca confirmado',
    refused: 'A plataforma recusou',
    sendAgain: 'Enviar de novo',
    settle: 'Já está feito',
  },
  rooms: {
    notYours: '{room} não é para esta tela. Um gerente pode desbloqueá-la.',
  },
  nav: {
    mark: '86',
  },
  pin: {
    askTitle: 'PIN do gerente',
    askText: 'Um gerente pode desbloquear isto por cinco minutos.',
    pin: 'PIN do gerente',
    open: 'Desbloquear',
    unlockedUntil: 'Desbloqueada até {time}',
    lock: 'Bloquear',
  },
}
