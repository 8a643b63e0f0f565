import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { operations } from '#contract/operations/index.ts'
import { rejectionReasons } from '#contract/operations/reviews-names.ts'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'
import { companyPath, verificationPath } from '../paths.ts'
import { RejectDialog } from './decision.tsx'

test('a ready-made reason is added to what was typed, and is edited at once', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  const verification = { verification_id: 'v', kind: 'company', company_name: '蓝帆', person_name: '林海舟' }
  render(
    <MemoryRouter>
      <RejectDialog verification={verification as never} open close={() => {}} done={() => {}} />
    </MemoryRouter>,
  )
  const field = screen.getByLabelText<HTMLTextAreaElement>(/驳回原因/)
  const [first = ''] = rejectionReasons.company
  await user.type(field, '请重新拍照。')
  await user.click(screen.getByRole('button', { name: first }))
  expect(field.value).toBe(`请重新拍照。\n${first}`)
  expect(document.activeElement).toBe(field)
  await user.click(screen.getByRole('button', { name: first }))
  expect(field.value).toBe(`请重新拍照。\n${first}`)
  const input = operations.reviewVerification.input
  const sent = { verification_id: crypto.randomUUID(), decision: 'reject', reason: field.value }
  expect(input.parse(sent).reason).toBe(`请重新拍照。 ${first}`)
})

test('an approved verification leads to the company that it established', async () => {
  const company_id = newId()
  openOffice(verificationPath(newId()), ['support'], {
    getVerificationForReview: {
      kind: 'company',
      state: 'approved',
      company_name: '蓝帆科技',
      established: { company_id, name: '蓝帆' },
      next_id: null,
    },
  })
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: '蓝帆' })
  expect(link.getAttribute('href')).toBe(companyPath(company_id))
})
