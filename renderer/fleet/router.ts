import {
  createRouter,
  type RouteLocationNormalized,
  type Router,
  type RouterHistory,
} from 'vue-router'

/** Views of several routes share the stores, so that SignedInPage.vue draws them. */
const component = { render: () => null }

/** Which store or instruction an address names; empty if it names none. */
export const idOf = ({ params }: Pick<RouteLocationNormalized, 'params'>): string =>
  String(params['id'] ?? '')

/** A key in the address leaves it before anything else, and is given to `signIn`. */
export function makeFleetRouter(history: RouterHistory, signIn: (key: string) => unknown): Router {
  const router = createRouter({
    history,
    routes: [
      { path: '/', name: 'stores', component },
      { path: '/store/:id', name: 'store', component },
      { path: '/instructions', name: 'instructions', component },
      { path: '/instructions/new', name: 'new-instruction', component },
      { path: '/instructions/:id', name: 'instruction', component },
      { path: '/key=:key(.+)', name: 'key', component },
      { path: '/:rest(.*)', redirect: '/' },
    ],
  })
  router.beforeEach(({ name, params }) => {
    if (name !== 'key') return true
    void signIn(String(params['key']))
    return { name: 'stores', replace: true }
  })
  return router
}
