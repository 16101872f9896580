import type en from './en.ts'

export default {
  again: 'Tentar de novo',
  byItself: 'Esta página tenta de novo automaticamente.',
  soon: 'Os pedidos voltam em um instante.',
  folder: 'Pasta de dados',
  log: 'Registro',
  host: 'Computador da cozinha',
  troubles: {
    'in-use': {
      title: 'O Kitchen Pass já está aberto',
      advice:
        'Outro Kitchen Pass neste computador está usando os dados. Use esse, ou feche-o e este vai abrir.',
    },
    'store-in-use': {
      title: 'Outro Kitchen Pass neste computador atende esta loja',
      advice:
        'Por exemplo, outro usuário deste computador está com ele aberto. Nada é impresso nem enviado daqui, para que nada aconteça duas vezes. Use o outro, ou feche-o lá e este vai abrir.',
    },
    'no-writing': {
      title: 'O Kitchen Pass não consegue gravar na pasta de dados',
      advice:
        'Dê permissão para gravar nesta pasta a quem abre o Kitchen Pass. Se ela está em um disco bloqueado ou desconectado, desbloqueie ou conecte o disco.',
    },
    'no-file': {
      title: 'Uma pasta tem o nome do banco de dados',
      advice:
        'Na pasta de dados, abra a da loja. Nela, mova ou renomeie a pasta cujo nome termina em .sqlite. Depois abra o Kitchen Pass de novo.',
    },
    'no-folder': {
      title: 'O Kitchen Pass não consegue criar a pasta de dados',
      advice:
        'Um arquivo tem o nome da pasta de dados ou de uma pasta do caminho dela. Mova ou renomeie esse arquivo.',
    },
    'full-disk': {
      title: 'O disco está cheio',
      advice:
        'Libere espaço: esvazie a lixeira ou mova arquivos grandes para outro lugar. Seus dados salvos estão seguros.',
    },
    'failing-disk': {
      title: 'O disco não está funcionando bem',
      advice:
        'Verifique o cabo, se houver, e chame quem cuida deste computador. Seus dados não foram alterados.',
    },
    'host-away': {
      title: 'O computador da cozinha não responde',
      advice:
        'Confira se ele está ligado, se o Kitchen Pass está aberto nele e se os dois computadores estão na mesma rede. Esta tela também o procura em outros endereços. Para usar este computador sozinho, abra o menu (Alt no Windows) e deixe de ser uma tela.',
    },
    unknown: {
      title: 'Não é possível abrir o Kitchen Pass',
      advice: 'O registro mostra o motivo. Envie-o ao suporte.',
    },
    'page-gone': {
      title: 'Esta tela parou várias vezes',
      advice:
        'Os pedidos continuam chegando e são salvos. Se esta tela parar de novo, reinicie o computador e envie o registro ao suporte.',
    },
    'page-hung': {
      title: 'Esta tela parou de responder',
      advice: 'Ela foi reiniciada. Os pedidos continuaram chegando.',
    },
    restarted: {
      title: 'O Kitchen Pass precisou reiniciar',
      advice: 'Algo deu errado. Seus dados salvos estão seguros.',
    },
    'crash-loop': {
      title: 'O Kitchen Pass parou cinco vezes em poucos minutos',
      advice:
        'Ele não reinicia mais automaticamente. Se parar de novo, reinicie o computador e envie o registro ao suporte.',
    },
  },
} satisfies typeof en
