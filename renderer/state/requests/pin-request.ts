import { defineStore } from 'pinia'
import { oneQuestion } from './one-question.ts'

/** Asks for the manager's PIN; the answer is whether a manager has unlocked this screen. */
export const usePinRequest = defineStore('pinRequest', oneQuestion)
