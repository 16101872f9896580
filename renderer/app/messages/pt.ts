import type { MessagesLike } from '../../locales/message-table.ts'
import type { en } from './en.ts'

export const pt: MessagesLike<typeof en> = {
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
    show: 'Ver',
    connection: 'Conexão',
    cutOff: 'Esta tela perdeu a cozinha',
    cutOffText: 'O que você vê pode ser antigo. Ela se reconecta sozinha.',
    refusing: 'Os pedidos não podem ser salvos',
    refusingText:
      'O disco está cheio ou não pode ser gravado. Os pedidos são reenviados até poderem ser salvos.',
    noToken: 'Sem conexão com a plataforma',
    paused: 'Nada é enviado à plataforma',
    wrongStore: 'O token de acesso não vê esta loja',
    wrongStoreText:
      'Os pedidos dela não chegam. O token vê {n} loja: {names}. | Os pedidos dela não chegam. O token vê {n} lojas: {names}.',
    wrongStoreNone: 'Os pedidos dela não chegam. O token não vê nenhuma loja.',
    guesses: 'PIN errados em {screen}',
    guessesText:
      '{n} PIN errado. Depois de cinco, a tela não aceita mais por um tempo; as outras continuam. | {n} PIN errados. Depois de cinco, a tela não aceita mais por um tempo; as outras continuam.',
    noName: 'uma tela sem nome',
    damaged: 'Os pedidos salvos estavam danificados',
    missing: 'Os pedidos salvos não estavam lá',
    older: 'As últimas mudanças salvas se perderam',
    olderText:
      'Confira a parede, o livro e os esgotados. Os pedidos são lidos de novo da plataforma; o que talvez já foi enviado é perguntado antes de ser enviado outra vez.',
    restored: 'A cópia de {when} ficou no lugar.',
    notRestored: 'Não havia nenhuma cópia, então um arquivo novo foi começado.',
    salvaged: 'Os pedidos são lidos de novo da plataforma. Por enviar e resgatados: {n}.',
    keptAs: 'O que estava danificado fica à parte como {file}.',
    silent: 'Sem sinal da plataforma',
    silentText: 'Podem faltar pedidos novos.',
    unread: '{n} mensagem não pôde ser lida | {n} mensagens não puderam ser lidas',
    unreadText: 'Pode haver um pedido entre elas.',
    setAside:
      '{n} registro salvo não pôde ser lido e fica à parte | {n} registros salvos não puderam ser lidos e ficam à parte',
    printerAway: 'Não se chega a {printer}',
    paperWaits: '{n} papel espera | {n} papéis esperam',
  },
  health: {
    label: 'Conexão:',
    'cut-off': 'Sem cozinha',
    'not-saving': 'Não salva',
    'not-sending': 'Não envia',
    'wrong-store': 'Loja errada',
    'no-news': 'Sem notícias',
    'to-decide': '{n} a decidir',
    unanswered: '{n} sem resposta',
    'wrong-clock': 'Relógio errado',
    look: 'Verificar',
    waiting: 'Em espera',
    listening: 'Escutando',
    'to-send': '{n} a enviar',
    well: 'Tudo bem',
  },
  nav: {
    label: 'Navegação',
    help: 'Ajuda',
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
