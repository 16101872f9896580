/** As palavras do que se lê entre dois dias. */
export const pt = {
  reading: {
    span: 'Dias',
    today: 'Hoje',
    yesterday: 'Ontem',
    week: '7 dias',
    month: '30 dias',
    from: 'De',
    to: 'Até',
    backwards: 'O último dia é anterior ao primeiro.',
    reading: 'Lendo…',
    pageOf: 'Lendo a página {page} de {pages}',
    page: 'Lendo a página {page}',
    soFar: '{n} até agora | {n} até agora',
    cancel: 'Parar',
    cancelled: 'Parado: o que você vê não é tudo.',
    stopped: '{why} O que você vê não é tudo.',
    resume: 'Continuar',
    again: 'Ler de novo',
    full: 'Há mais do que se pode ler de uma vez. Escolha menos dias.',
    incomplete: 'A lista mudou enquanto era lida, então pode faltar algo. Leia de novo.',
    leftOut:
      '{n} registro não pôde ser lido e falta aqui. | {n} registros não puderam ser lidos e faltam aqui.',
    outside:
      '{n} registro de outros dias veio junto e fica de fora. | {n} registros de outros dias vieram junto e ficam de fora.',
    forgotten: 'Isto foi lido há algum tempo e não está mais guardado.',
    offline: 'Esta tela perdeu a conexão com a cozinha: o que você vê pode ser antigo.',
  },
}
