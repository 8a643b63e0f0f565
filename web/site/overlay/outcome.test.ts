import { describe, expect, test } from 'vitest'
import { loginOutcome } from './outcome.ts'

describe('the page after a login', () => {
  test.each([
    [1, { close: true, to: '/' }],
    [-2, { close: true, to: '/realname/no' }],
    [-1, { close: false, to: '/realname/yes' }],
    [0, { close: false, to: undefined }],
    [7, { close: false, to: undefined }],
  ])('for user_status %i is %j', (status, outcome) => {
    expect(loginOutcome(status)).toEqual(outcome)
  })
})
