import { joinTexts } from '#contract/shared/isolate-text.ts'
import type { Ticket, TicketCourse } from '#contract/tickets/ticket.ts'
import { say } from './messages.ts'
import type { Courses } from './card-content.ts'

const named = ['starters', 'mains', 'desserts'] as const

/** The name of a course, as people read it. */
export function courseName(course: number): string {
  const name = named[course - 1]
  return name === undefined ? say('course.other', { n: course }) : say(`course.${name}`)
}

/** What the button says that fires a course. */
function fireText(course: number): string {
  const name = named[course - 1]
  return name === undefined ? say('fireCourse.other', { n: course }) : say(`fireCourse.${name}`)
}

/** How far the courses of a ticket are at `now` (ms); null for a ticket without courses. */
export function coursesOf(
  { code, courses = [], items, promisedAt }: Ticket,
  time: (instant: string) => string,
  now: number,
): Courses | null {
  if (courses.length === 0) return null
  const text = ({ course, firedAt }: TicketCourse): string => {
    const name = courseName(course)
    if (firedAt === null) return say('course.held', { name })
    const isDone = items.every((item) => item.course !== course || item.struck)
    return isDone
      ? say('course.done', { name })
      : say('course.fired', { name, time: time(firedAt) })
  }
  const next = courses.find(({ firedAt }) => firedAt === null)?.course
  return {
    text: joinTexts(courses.map(text), ' · '),
    isLate: next !== undefined && now >= Date.parse(promisedAt),
    next:
      next === undefined
        ? null
        : {
            course: next,
            label: fireText(next),
            fired: say('fireCourse.fired', { code, name: courseName(next) }),
          },
  }
}
