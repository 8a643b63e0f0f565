import { describe, expect, test } from 'vitest'
import { loginOutcome } from './outcome.ts'

describe('where a login leads', () => {
  test.each([
    [1, { close: true, to: '/' }],
    [-2, { close: true, to: '/realname/no' }],
    [-1, { close: false, to: '/realname/yes' }],
    [0, { close: false, to: undefined }],
    [7, { close: false, to: undefined }],
  ])('user_status %i: %j', (status, outcome) => {
    expect(loginOutcome(status)).toEqual(outcome)
  })
})
