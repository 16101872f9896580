import type { MessagesLike } from '../../locales/message-table.ts'
import type en from './en.ts'

export default {
  rooms: {
    notOpened:
      '{room} não pode ser aberto agora. A conexão com o computador da cozinha foi perdida.',
    notYours: '{room} não está disponível nesta tela. Pergunte a um gerente.',
  },
  pin: {
    noPin:
      'Só um gerente pode fazer isso. Aqui não há PIN do gerente: peça a um gerente que dê outra função a esta tela.',
    askTitle: 'PIN do gerente',
    askText: 'Um gerente pode desbloquear esta tela por cinco minutos.',
    pin: 'PIN do gerente',
    open: 'Desbloquear',
    unlockedUntil: 'Desbloqueada até {time}',
    lock: 'Bloquear',
  },
  alerts: {
    title: 'Avisos',
    count: '{n} aviso requer atenção | {n} avisos requerem atenção',
    noneText: 'Os problemas e as decisões da cozinha aparecem aqui.',
    show: 'Ver',
    connection: 'Conexão',
    cutOff: 'Sem conexão com o computador da cozinha',
    cutOffText: 'O que você vê pode estar desatualizado. Esta tela está se reconectando.',
    refusing: 'Não é possível salvar os pedidos',
    refusingText:
      'O disco está cheio ou é somente leitura. Libere espaço. Os pedidos novos são reenviados até que possam ser salvos.',
    noToken: 'Falta a chave de acesso',
    noTokenText: 'Até que ela seja digitada, pedidos podem não chegar e mudanças não são enviadas.',
    noTokenManager:
      'Um gerente pode digitá-la aqui. Até lá, pedidos podem não chegar e mudanças não são enviadas.',
    paused: 'As mudanças não estão sendo enviadas à plataforma',
    wrongStore: 'A chave de acesso não é desta loja',
    wrongStoreText:
      'Os pedidos desta loja não chegam. A chave de acesso é de {n} loja: {names}. | Os pedidos desta loja não chegam. A chave de acesso é de {n} lojas: {names}.',
    wrongStoreNone: 'Os pedidos desta loja não chegam. A chave de acesso não é de nenhuma loja.',
    damaged: 'Os dados salvos estavam danificados',
    missing: 'Os dados salvos não foram encontrados',
    newer: 'Os dados salvos eram de uma versão mais nova',
    lossText:
      'Confira a cozinha, as reservas e os esgotados. Os pedidos são carregados de novo da plataforma. O Kitchen Pass pergunta antes de repetir o que talvez já tenha sido enviado.',
    chosen: 'Uma cópia de segurança foi restaurada',
    chosenText: 'Os dados estão como em {when}.',
    chosenPlace:
      'O que havia antes está guardado como {file}. Para voltar, restaure a cópia feita logo antes, em Ajustes, Cópias de segurança.',
    backupTest: 'O teste semanal de uma cópia falhou',
    restored: 'A cópia de segurança de {when} foi restaurada.',
    notRestored: 'Não havia cópia de segurança, então o Kitchen Pass começou com um arquivo vazio.',
    keptAs: 'O que havia antes está guardado como {file}.',
    silent: 'Sem contato com a plataforma',
    silentText: 'Podem faltar pedidos novos.',
    unread: 'Não foi possível ler {n} mensagem | Não foi possível ler {n} mensagens',
    unreadText: 'Pode conter um pedido. Confira o painel da sua plataforma.',
    setAside: 'Não foi possível ler {n} registro salvo | Não foi possível ler {n} registros salvos',
  },
  archive: {
    damaged: 'Os pedidos anteriores estavam danificados',
    missing: 'Os pedidos anteriores não foram encontrados',
    newer: 'Um Kitchen Pass mais novo salvou os pedidos anteriores',
    closed: 'Os pedidos anteriores não podem ser lidos no momento',
    copying:
      'A cozinha continua normalmente. O Kitchen Pass está copiando os pedidos anteriores que podem ser lidos. Até lá, eles podem não aparecer ao reabrir ou buscar.',
    copied:
      'A cozinha continua normalmente. {n} pedido anterior foi copiado para um arquivo novo. | A cozinha continua normalmente. {n} pedidos anteriores foram copiados para um arquivo novo.',
    keptAs: 'O arquivo anterior está guardado como {file}.',
    closedText:
      'A cozinha continua normalmente. O disco pode estar cheio ou ser somente leitura. O Kitchen Pass tenta de novo.',
  },
  skip: {
    firstOrder: 'Ir para o primeiro pedido',
    content: 'Ir para a página',
  },
  health: {
    label: 'Conexão:',
    'cut-off': 'Sem conexão',
    'not-saving': 'Não salva',
    'not-sending': 'Não envia',
    'wrong-store': 'Outra loja',
    'no-news': 'Sem contato',
    'to-decide': '{n} para resolver | {n} para resolver',
    unanswered: '{n} sem resposta',
    'wrong-clock': 'Hora errada',
    attention: 'Verificar',
    waiting: 'Iniciando',
    listening: 'On-line',
    'to-send': '{n} a enviar',
    well: 'Tudo certo',
  },
  nav: {
    label: 'Navegação',
    help: 'Ajuda',
    leaveKiosk: 'Sair do modo quiosque',
  },
} satisfies MessagesLike<typeof en>
