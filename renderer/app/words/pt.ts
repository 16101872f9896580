import type { WordsLike } from '../../locales/word-table.ts'
import type { en } from './en.ts'

export const pt: WordsLike<typeof en> = {
  practice: {
    title: 'Loja de treino',
    text: 'Estes pedidos são inventados. Experimente tudo.',
    connect: 'Conecte sua loja',
  },
  rooms: {
    notOpened: '{room} não pode ser aberto agora: esta tela perdeu a cozinha.',
    notYours: '{room} não é para esta tela. Um gerente pode desbloqueá-la.',
  },
  pin: {
    askTitle: 'PIN do gerente',
    askText: 'Um gerente pode desbloquear isto por cinco minutos.',
    pin: 'PIN do gerente',
    open: 'Desbloquear',
    unlockedUntil: 'Desbloqueada até {time}',
    lock: 'Bloquear',
  },
  alerts: {
    title: 'Avisos',
    count: '{n} coisa espera por você | {n} coisas esperam por você',
    none: 'Nada espera por você',
    noneText: 'Aqui aparece o que a cozinha precisa decidir ou ver.',
    more: 'mais {n}',
    show: 'Ver',
    connection: 'Conexão',
    cutOff: 'Esta tela perdeu a cozinha',
    cutOffText: 'O que você vê pode ser antigo. Ela se reconecta sozinha.',
    refusing: 'Os pedidos não podem ser salvos',
    refusingText:
      'O disco está cheio ou não pode ser gravado. Os pedidos são reenviados até poderem ser salvos.',
    noToken: 'Sem conexão com a plataforma',
    paused: 'Nada é enviado à plataforma',
    damaged: 'Os pedidos salvos estavam danificados',
    damagedText:
      'Ficam à parte como {file}. Os pedidos voltam quando a plataforma os enviar de novo; prontos resgatados: {n}',
    silent: 'Sem sinal da plataforma',
    silentText: 'Podem faltar pedidos novos.',
    unread: '{n} mensagem não pôde ser lida | {n} mensagens não puderam ser lidas',
    unreadText: 'Pode haver um pedido entre elas.',
    setAside:
      '{n} registro salvo não pôde ser lido e fica à parte | {n} registros salvos não puderam ser lidos e ficam à parte',
    bumpRefused: 'A plataforma recusou “Pronto”',
    bumpUnconfirmed: '“Pronto” foi enviado e nunca confirmado',
    sendAgain: 'Enviar de novo',
    settle: 'Já está feito',
    items: '{n} itens',
    stockRefused: 'A plataforma recusou a mudança',
    stockUnconfirmed: 'A mudança foi enviada e nunca confirmada',
    stockRecount: 'Conte de novo: o número não pôde ser enviado a tempo',
  },
  health: {
    label: 'Conexão:',
    'cut-off': 'Sem cozinha',
    'not-saving': 'Não salva',
    'not-sending': 'Não envia',
    'no-news': 'Sem notícias',
    'to-decide': '{n} a decidir',
    unanswered: '{n} sem resposta',
    look: 'Verificar',
    waiting: 'Em espera',
    listening: 'Escutando',
    'to-send': '{n} a enviar',
    well: 'Tudo bem',
  },
  nav: {
    label: 'Navegação',
  },
  opening: {
    title: 'A loja abre às {time}.',
    opened: 'A loja abriu às {time}.',
    still:
      '{n} item continua esgotado até segunda ordem. | {n} itens continuam esgotados até segunda ordem.',
    backAll: 'Voltar a vender tudo',
    choose: 'Escolher…',
    leave: 'Deixar esgotados',
  },
}
