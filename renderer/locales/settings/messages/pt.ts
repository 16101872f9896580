import type en from './en.ts'

export default {
  settingSection: {
    'this-screen': 'Esta tela',
    appearance: 'Aparência',
    wall: 'Tela da cozinha',
    stations: 'Praças',
    sounds: 'Sons',
    'kitchen-times': 'Tempos da cozinha',
    'preparation-time': 'Tempo de preparo',
    reservations: 'Reservas',
    'close-out': 'Fechamento',
    printers: 'Impressoras',
    screens: 'Telas e funções',
    network: 'Telas na rede',
    keys: 'Teclas',
    backups: 'Cópias de segurança',
    data: 'Dados neste computador',
    updates: 'Atualizações',
    connection: 'Conexão',
    about: 'Sobre',
  },
  settingRow: {
    screenName: {
      name: 'Nome desta tela',
      hint: 'Aparece ao lado das mudanças feitas nesta tela. Exemplo: Grelha',
      search: 'renomear chamar título quem',
    },
    ownRole: {
      name: 'Função desta tela',
      search: 'funções papel permissão direitos acesso bloquear desbloquear cozinha balcão gerente',
    },
    keepAwake: {
      name: 'Manter a tela ligada',
      hint: 'A tela não desliga enquanto o Kitchen Pass está aberto.',
      warning:
        'Este navegador não consegue manter a tela ligada agora. Nos ajustes deste dispositivo, escolha que a tela nunca desligue e desative a economia de bateria.',
      search:
        'desligar apagar dormir suspender repouso descanso proteção tempo limite energia bateria brilho acordada',
    },
    autostart: {
      name: 'Iniciar com o computador',
      hint: 'O Kitchen Pass abre quando alguém entra neste computador.',
      warning:
        'O sistema não permite. Permita o Kitchen Pass nos ajustes deste computador, em aplicativos de inicialização ou itens de início.',
      search: 'inicialização automática ligar boot login sessão reiniciar serviço abrir sozinho',
    },
    kiosk: {
      name: 'Modo quiosque',
      hint: 'O Kitchen Pass ocupa a tela inteira e não pode ser fechado nem minimizado. Para sair é preciso o PIN do gerente.',
      warning: 'Não há PIN, então qualquer pessoa pode sair do modo quiosque.',
      search:
        'kiosk tela cheia bloquear bloqueio travar fechar sair minimizar restringir cozinheiro tablet pin',
    },
    otherHost: {
      name: 'Tela de outro Kitchen Pass',
      hint: 'Mostra a cozinha de outro computador na janela inteira. A cozinha deste computador para, e os dados dela ficam aqui.',
      search: 'conectar entrar servidor outro computador tablet modo tela rede remoto',
    },
    language: {
      name: 'Idioma',
      choices: {
        null: 'Igual ao sistema',
      },
      search: 'inglês espanhol português tradução palavras língua',
    },
    theme: {
      name: 'Tema',
      choices: {
        system: 'Igual ao sistema',
        light: 'Clara',
        dark: 'Escura',
      },
      search: 'claro escuro modo noite dia cores contraste brilho aspecto',
    },
    timeFormat: {
      name: 'Formato de hora',
      hint: 'Em todas as telas e impressões.',
      choices: {
        '24-hour': '24 horas (18:30)',
        '12-hour': '12 horas (6:30\u00a0PM)',
      },
      search: 'relógio horas am pm 12 24',
    },
    wallPreview: {
      name: 'Prévia desta tela',
      search: 'prévia imagem exemplo tamanho colunas disposição',
    },
    wallSize: {
      name: 'Tamanho do texto',
      search: 'grande pequeno letras letra fonte zoom ler longe distância',
    },
    wallColumns: {
      name: 'Colunas',
      hint: 'São mostradas menos se os pratos não couberem.',
      choices: {
        null: 'Automático',
      },
      search: 'cartões lado grade disposição largo estreito quantidade',
    },
    wallHeader: {
      name: 'Barra superior',
      hint: 'Mostra o nome, a hora, os tipos de pedido e as listas. Sem ela, as listas abrem pelas teclas.',
      search: 'esconder mostrar barra topo relógio tela cheia cabeçalho',
    },
    navigation: {
      name: 'Navegação na cozinha',
      hint: 'Conforme a função: as telas da cozinha escondem, as outras mostram.',
      choices: {
        null: 'Conforme a função',
        shown: 'Sempre visível',
        corner: 'Escondida num canto',
      },
      search: 'menu barra canto esconder mostrar salas parede tela cheia',
    },
    cardNumbers: {
      name: 'Números nas comandas',
      hint: 'Para uma bump bar ou um teclado. Desligado, aparecem ao apertar uma tecla.',
      search: 'dígitos bump bar teclado número posição',
    },
    headBumps: {
      name: 'Tocar no cabeçalho marca pronto',
      hint: 'Todo o cabeçalho da comanda vira um botão. Os detalhes abrem com uma tecla.',
      search: 'toque tocar cabeçalho título pronto botão detalhes',
    },
    denseCards: {
      name: 'Comandas compactas',
      hint: 'Cabem mais pratos: linhas mais baixas e as opções na linha do prato, sem os nomes dos grupos e sem o que o prato já traz. As alergias aparecem sempre.',
      search: 'denso compacto pequeno opções adicionais espaço mais pratos horário de pico',
    },
    showPayment: {
      name: 'Mostrar o pagamento nas comandas',
      search: 'dinheiro preço valor total pago cobrança cartão pedido',
    },
    allergyWords: {
      name: 'Palavras de alergia',
      hint: 'Quando um cliente escreve uma das suas palavras, a comanda mostra uma alergia. As comandas abertas mudam na hora. O nome de uma opção só conta se tirar o alimento: “sem kiwi”, não “suco de kiwi”.',
      search:
        'alérgeno alérgico intolerância celíaco amendoim nozes leite ovo soja kiwi alarme ingrediente',
    },
    stationList: {
      name: 'Praças',
      hint: 'Para uma cozinha de várias pessoas: cada praça tem a própria tela com os seus pratos.',
      search: 'praça seção posto linha divisão grelha bar cozinheiro pratos quem prepara',
    },
    lastStationBumps: {
      name: 'A última praça marca o pedido como pronto',
      hint: 'Quando todas as praças terminam, o pedido fica pronto. Senão, alguém o marca em uma tela da cozinha toda.',
      search: 'praça praça bump pronto automático terminar completo passe última',
    },
    finishTogether: {
      name: 'Os pratos de um pedido ficam prontos juntos',
      hint: 'O Kitchen Pass aprende quanto tempo cada prato leva. Um prato rápido espera até que os demorados precisem do mesmo tempo.',
      search: 'tempo começar esperar juntos terminar minutos preparo ritmo',
    },
    courses: {
      name: 'Etapas da refeição',
      hint: 'Primeiro as entradas. Os pratos principais e as sobremesas esperam até alguém mandar fazer.',
      search: 'curso entrada principal sobremesa marchar esperar refeição',
    },
    statusNames: {
      name: 'Primeiros nomes na tela de status dos pedidos',
      hint: 'Clientes e entregadores veem o número do pedido. Se você ativar, também veem o primeiro nome do cliente.',
      search: 'cliente entregador nome privacidade retirada número tela status pedidos',
    },
    soundOn: {
      name: 'Sons de pedidos',
      warning: 'Os pedidos novos não tocam som nesta tela.',
      search: 'som campainha sino alarme alerta barulho notificação silêncio mudo desligar',
    },
    volume: {
      name: 'Volume',
      warning: 'Os pedidos novos não tocam som nesta tela.',
      search: 'alto baixo forte silêncio mudo som',
    },
    sounds: {
      name: 'Ouvir os sons',
      search: 'som testar experimentar escutar tocar campainha alarme alerta',
    },
    undoSeconds: {
      name: 'Desfazer depois de marcar pronto',
      hint: 'Por quanto tempo dá para desfazer antes do envio à plataforma.',
      value: '{n} segundo | {n} segundos',
      search:
        'esperar atraso reverter erro engano segundos tempo contagem regressiva cancelar equívoco voltar atrás reabrir enviar depois',
    },
    amberShare: {
      name: 'Âmbar a partir de',
      hint: 'Quanto do tempo prometido passa antes de uma comanda ficar âmbar. Ela fica vermelha quando o tempo acaba.',
      search: 'amarelo laranja cor tarde atraso demora logo aviso relógio tempo minutos',
    },
    amberShareDelivery: {
      name: 'Âmbar para entrega',
      hint: 'Valor próprio para pedidos com entrega. Com 0, vale “Âmbar a partir de”.',
      none: 'igual aos outros',
      search: 'entrega delivery entregador motoboy amarelo atraso tipo próprio',
    },
    amberSharePickup: {
      name: 'Âmbar para retirada',
      hint: 'Valor próprio para pedidos de retirada. Com 0, vale “Âmbar a partir de”.',
      none: 'igual aos outros',
      search: 'retirada buscar para viagem balcão amarelo atraso tipo próprio',
    },
    amberShareTable: {
      name: 'Âmbar para mesas',
      hint: 'Valor próprio para pedidos de mesa. Com 0, vale “Âmbar a partir de”.',
      none: 'igual aos outros',
      search: 'mesa salão comer aqui amarelo atraso tipo próprio',
    },
    veryLateMinutes: {
      name: 'Muito atrasado a partir de',
      hint: 'Quanto tempo depois da hora prometida uma comanda fica preta e amarela, com moldura, listras e dois pontos de exclamação. Com 0, fica desligado.',
      value: '{n} minuto | {n} minutos',
      none: 'desligado',
      search: 'segundo limite preto amarelo vermelho vencido atraso demora tarde alarme minutos',
    },
    startedStage: {
      name: 'Marcar comandas iniciadas',
      hint: 'Os cozinheiros podem marcar uma comanda como iniciada. Isso não é enviado à plataforma.',
      search: 'começar iniciar cozinhando em preparo etapa',
    },
    preparationBackMinutes: {
      name: 'Voltar ao tempo habitual depois de',
      hint: 'Um tempo de preparo mudado volta sozinho. Com 0, fica até alguém mudar.',
      value: '{n} min',
      none: 'nunca',
      search: 'tempo preparo voltar habitual minutos',
    },
    automaticPreparation: {
      name: 'Tempo de preparo automático',
      hint: 'O Kitchen Pass define o tempo pelo que está aberto na cozinha, no máximo a cada 5 minutos.',
      search: 'automático tempo preparo sugestão',
    },
    automaticLeast: {
      name: 'Menor tempo automático',
      value: '{n} min',
      warning: 'O menor tempo é maior que o maior, então sempre fica o menor.',
      search: 'automático tempo preparo mínimo limite',
    },
    automaticMost: {
      name: 'Maior tempo automático',
      value: '{n} min',
      search: 'automático tempo preparo máximo limite',
    },
    coversPerHalfHour: {
      name: 'Pessoas por meia hora',
      hint: 'Avisa quando chegariam mais. Com 0 não há limite.',
      value: '{n} pessoas',
      none: 'sem limite',
      search: 'ritmo lugares limite reservas cozinha',
    },
    tableMinutes: {
      name: 'Tempo de mesa',
      hint: 'Quanto tempo cada reserva ocupa a mesa, se não for alterado.',
      value: '{n} minutos',
      search: 'duração turno reservas minutos',
    },
    businessDayBorder: {
      name: 'O dia começa às',
      hint: 'O que acontece antes desta hora conta para o dia anterior, em fechamentos e relatórios.',
      search: 'dia comercial corte noite meia-noite turno hora',
    },
    tipsInAmount: {
      name: 'Os pagamentos incluem gorjetas?',
      hint: 'A plataforma não informa. Enquanto você não escolher uma resposta, os fechamentos mostram os dois resultados.',
      choices: {
        unknown: 'Não sei',
        inside: 'Incluídas',
        outside: 'Não incluídas',
      },
      search: 'gorjeta serviço incluída à parte valor',
    },
    overShortThreshold: {
      name: 'Diferença permitida',
      hint: 'Se a sobra ou falta for maior, é preciso contar de novo essa forma de pagamento e escrever uma observação. Deixe vazio para usar o valor comum da sua moeda.',
      search: 'limite diferença caixa falta sobra recontagem tolerância',
    },
    closeOutNames: {
      name: 'Nomes de caixas e pessoas',
      hint: 'Os fechamentos mostram estes nomes. A plataforma não os informa: cada caixa e pessoa tem um número até você dar um nome.',
      search: 'caixa operador pessoa equipe garçom nome renomear id',
    },
    receiptPrinters: {
      name: 'Impressoras de comandas',
      hint: 'Impressoras da sua rede para comandas e fechamentos. Imprima um teste para ver se tudo fica legível.',
      search:
        'comanda recibo térmica papel bobina imprimir pedido fechamento caixa rede ip 80 mm 58 mm',
    },
    anyPrinterAddress: {
      name: 'Permitir qualquer endereço de impressora',
      hint: 'Normalmente as impressoras devem estar na sua rede e usar as portas 9100 a 9109. Ative se uma estiver ligada a este computador ou usar outra porta.',
      search: 'permitir porta 9100 endereço local usb este computador localhost segurança',
    },
    pin: {
      name: 'PIN do gerente',
      hint: 'De 4 a 8 dígitos. Assim cada tela pode fazer o que sua função permite. Um gerente pode desbloquear o resto.',
      search: 'senha código bloqueio segurança permissão quem pode fazer o quê',
    },
    screenList: {
      name: 'Todas as telas',
      hint: 'Dê um nome a cada tela. Com um PIN, cada uma tem também uma função: telas novas têm a função Cozinha. Dê primeiro à sua tela a função Gerente.',
      search:
        'funções papel permissão direitos acesso renomear esquecer tirar dispositivo tablet cozinha balcão',
    },
    networkScreens: {
      name: 'Telas na rede',
      hint: 'Tablets e outros computadores que mostram esta cozinha. Quem faz o trabalho é este computador.',
      search:
        'rede wifi wi-fi tablet ipad android celular parear codigo certificado https qr endereco adicionar dispositivo',
    },
    wallKeys: {
      name: 'Teclas da cozinha',
      hint: 'Escolha uma ação e aperte a tecla. Uma bump bar funciona como um teclado.',
      search: 'aprender apertar tecla bump bar atalhos mapa mudar botões',
    },
    keys: {
      name: 'Teclado',
      search: 'atalhos bump bar botões mapa letras',
    },
    backups: {
      name: 'Cópias de segurança dos seus dados',
      hint: 'O Kitchen Pass as faz sozinho, a cada 15 minutos em que algo mudou.',
      search: 'restaurar recuperar desfazer dano salvar backup segurança dados disco teste',
    },
    dataFolder: {
      name: 'Pasta de dados',
      hint: 'No computador que executa o Kitchen Pass. A TI pode mudá-la de lugar: veja “Where data is kept” na ajuda.',
      search: 'caminho onde pasta disco espaço livre cheio tamanho armazenamento lugar gb mover',
    },
    keepDays: {
      name: 'Guardar pedidos passados por',
      hint: 'Os pedidos passados, as mudanças enviadas e o histórico de esgotados são apagados depois desse tempo. Os fechamentos nunca são apagados.',
      value: '{n} dia | {n} dias',
      search: 'histórico apagar pedidos velhos antigos disco espaço dias arquivo',
    },
    guestDataDays: {
      name: 'Guardar dados de clientes por',
      hint: 'Nomes, telefones e endereços de reservas e pedidos passados são apagados depois desse tempo.',
      value: '{n} dia | {n} dias',
      search: 'privacidade pessoais clientes nomes telefones esquecer apagar',
    },
    updates: {
      name: 'Atualizações do Kitchen Pass',
      search: 'versão nova atualizar instalar baixar beta reiniciar',
    },
    updateDownload: {
      name: 'Baixar atualizações automaticamente',
      hint: 'Quando a cozinha está tranquila. Senão, um gerente baixa aqui.',
      search: 'segundo plano automático dados tráfego',
    },
    updateWhen: {
      name: 'Instalar atualizações',
      hint: 'O Kitchen Pass reinicia em cerca de um minuto. Nunca enquanto houver uma comanda aberta.',
      choices: { 'next-start': 'Quando o Kitchen Pass inicia', 'set-time': 'Em um horário' },
      search: 'quando noite reinício automático',
    },
    updateTime: {
      name: 'Horário das atualizações',
      hint: 'Nas duas horas seguintes, quando não houver comandas abertas. O computador precisa estar ligado.',
      search: 'noite hora quando instalar',
    },
    updateChannel: {
      name: 'Versões',
      choices: { stable: 'Versões prontas', beta: 'Também versões de teste (beta)' },
      warning:
        'As versões de teste chegam antes e podem ter falhas. Se você voltar às versões prontas, espera a próxima.',
      search: 'canal estável beta teste cedo',
    },
    connection: {
      name: 'Conexão com a plataforma',
      hint: 'Endereço e chave de acesso da plataforma, como os pedidos chegam e a verificação da conexão.',
      search:
        'token url porta webhook eventos receptor túnel velocidade limite internet doutor verificar treino restaurante loja',
    },
    about: {
      name: 'Sobre o Kitchen Pass',
      search:
        'versão número licença código aberto mudanças novidades atualização software informação',
    },
  },
} satisfies typeof en
