import { createRouter, createWebHashHistory } from 'vue-router'
import QueueView from './views/QueueView.vue'

/** The queue is there at once; other views come when they are asked for. */
export const makeRouter = () =>
  createRouter({
    history: createWebHashHistory(),
    routes: [
      { path: '/', component: QueueView },
      { path: '/connection', component: () => import('./views/ConnectionView.vue') },
      { path: '/stock', component: () => import('./views/StockView.vue') },
      { path: '/:rest(.*)', redirect: '/' },
    ],
  })
