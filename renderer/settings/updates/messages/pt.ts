import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  updates: {
    failed: 'Não foi possível carregar as atualizações',
    loading: 'Carregando…',
    running: 'Versão {version}',
    changes: 'O que mudou',
    how: 'Como funcionam as atualizações',
    byHand:
      'Esta instalação não se atualiza sozinha. Quem instalou o Kitchen Pass instala as versões novas.',
    never: 'O Kitchen Pass procura versões novas sozinho, quando a cozinha está tranquila.',
    look: 'Procurar atualizações',
    searching: 'Procurando atualizações…',
    newest: 'Esta é a versão mais nova',
    looked: 'Última busca: {age}',
    found: 'A versão {version} está disponível',
    tells: 'Peça ao TI para instalar. Esta instalação não se atualiza sozinha.',
    download: 'Baixar',
    downloading: 'Baixando a versão {version}: {percent} %',
    ready: 'A versão {version} está pronta',
    blocked:
      'Há {n} comanda aberta. Nada é instalado enquanto houver uma comanda aberta. | Há {n} comandas abertas. Nada é instalado enquanto houver uma comanda aberta.',
    now: 'O Kitchen Pass reinicia com ela em instantes.',
    installNow: 'Instalar agora',
    ask: 'Instalar a versão {version} agora?',
    askText:
      'Todas as telas fecham e voltam em cerca de um minuto. Os pedidos que chegarem nesse tempo aparecem na tela da cozinha depois do reinício.',
    notNow: 'Agora não',
    installing: 'Instalando a versão {version}. O Kitchen Pass reinicia em instantes.',
    ticketCame: 'Agora há uma comanda aberta, por isso nada foi instalado.',
    noLonger: 'A atualização não está mais pronta. Procure de novo.',
    gaveUp: 'Não foi possível instalar a versão {version}',
    gaveUpText:
      'Três tentativas falharam. Esta versão continua funcionando e o Kitchen Pass espera a próxima. Avise o TI ou procure de novo.',
    notInstalled:
      'A versão {version} não foi instalada. Esta versão continua funcionando, e o Kitchen Pass tenta de novo no próximo bom momento.',
    gotIt: 'Entendi',
    tryAgain: 'Tentar de novo',
  },
  updateWaits: {
    'next-start':
      'Ela é instalada até dez minutos depois do próximo início do Kitchen Pass, se não houver comandas abertas.',
    'set-time': 'Ela é instalada às {time}, se não houver comandas abertas.',
    'tickets-open': 'Ela é instalada quando não houver comandas abertas.',
    'changes-unsent': 'Ela é instalada quando todas as mudanças forem enviadas à plataforma.',
    'orders-unknown': 'Ela é instalada quando o Kitchen Pass souber que não há pedidos novos.',
    busy: 'Ela é instalada quando nada acontecer por um minuto.',
  },
  updateFaults: {
    unreachable:
      'Não foi possível acessar o servidor de atualizações. Verifique a conexão com a internet.',
    unreadable:
      'O servidor de atualizações deu uma resposta sem sentido. Pode ser a página de login da rede. Se acontecer de novo, avise o TI.',
    damaged:
      'A atualização chegou danificada e foi apagada. O Kitchen Pass baixa de novo. Se acontecer de novo, avise o TI.',
    'not-signed':
      'A atualização não está assinada pelo fabricante do Kitchen Pass e foi recusada. Não a instale à mão. Avise o TI.',
    'no-room': 'O disco está cheio. Libere espaço e tente de novo.',
    'not-started': 'Não foi possível instalar a atualização. Esta versão continua funcionando.',
    unknown: 'A atualização falhou. Esta versão continua funcionando. O motivo está no registro.',
  },
} satisfies MessagesLike<typeof en>
