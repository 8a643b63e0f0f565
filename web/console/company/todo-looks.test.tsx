import { expect, test } from 'vitest'
import { todoLook } from './todo-looks.tsx'

test('a kind of task that a newer server has is shown, too', () => {
  expect(todoLook('of_the_next_version')).toMatchObject({ tone: 'busy' })
  expect(todoLook('line_expired')).toMatchObject({ tone: 'bad' })
})
