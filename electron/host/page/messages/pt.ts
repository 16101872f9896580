import type { en } from './en.ts'

export const pt: typeof en = {
  again: 'Tentar de novo',
  byItself: 'Esta página tenta de novo sozinha.',
  soon: 'A fila volta sozinha em um instante.',
  folder: 'Pasta de dados',
  log: 'Registro',
  troubles: {
    newer: {
      title: 'Estes dados são de um Kitchen Pass mais novo',
      advice:
        'Uma versão mais nova trabalhou com eles e esta não os entenderia por completo. Instale a versão mais nova do Kitchen Pass e abra-a. Nada foi mudado nos dados.',
    },
    'in-use': {
      title: 'O Kitchen Pass já está aberto',
      advice:
        'Outro Kitchen Pass neste computador está com os dados abertos. Use esse, ou feche-o: então ele abre aqui.',
    },
    'no-writing': {
      title: 'Não é possível gravar na pasta de dados',
      advice:
        'Dê permissão para gravar nesta pasta a quem abre o Kitchen Pass. Se ela está em um disco bloqueado ou desconectado, desbloqueie-o ou conecte-o.',
    },
    'no-file': {
      title: 'Há uma pasta no lugar do banco de dados',
      advice:
        'Mova ou renomeie a pasta cujo nome termina em .sqlite dentro da pasta de dados e inicie o Kitchen Pass novamente.',
    },
    'no-folder': {
      title: 'Não há pasta para os dados',
      advice:
        'Outra coisa tem o nome que a pasta de dados, ou uma pasta dentro dela, deve ter. Mude-a de lugar ou troque o nome dela.',
    },
    'full-disk': {
      title: 'O disco está cheio',
      advice:
        'Libere espaço: esvazie a lixeira, mude arquivos grandes de lugar. Nada do que foi guardado se perde.',
    },
    'failing-disk': {
      title: 'O disco informa erros',
      advice:
        'Verifique o cabo, se houver, e chame quem cuida deste computador. Os dados ficaram como estão.',
    },
    unknown: {
      title: 'O Kitchen Pass não consegue abrir',
      advice: 'O motivo está no registro. Envie-o ao suporte.',
    },
    'page-gone': {
      title: 'Esta tela parou várias vezes',
      advice:
        'Os pedidos continuam chegando e são guardados. Se parar de novo, reinicie o computador e envie o registro ao suporte.',
    },
    'page-hung': {
      title: 'Esta tela não respondia',
      advice: 'Ela foi aberta de novo. Os pedidos continuaram chegando.',
    },
    restarted: {
      title: 'O Kitchen Pass precisou reiniciar',
      advice: 'Encontrou um erro com o qual não podia continuar. O que foi guardado está lá.',
    },
    'crash-loop': {
      title: 'O Kitchen Pass parou cinco vezes em poucos minutos',
      advice:
        'Ele não abre mais sozinho. Se parar de novo, reinicie o computador e envie o registro ao suporte.',
    },
  },
}
