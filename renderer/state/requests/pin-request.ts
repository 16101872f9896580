import { defineStore } from 'pinia'
import { oneQuestion } from './one-question.ts'

/** Asks for the manager's PIN. Resolves to whether this screen was unlocked. */
export const usePinRequest = defineStore('pinRequest', oneQuestion)
