import { z } from 'zod'

// The page's CSP forbids eval, and zod would probe for it; must run before any schema is made.
z.config({ jitless: true })
