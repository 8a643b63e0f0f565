import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { reviews } from '#contract/operations/reviews.ts'
import { account } from '#contract/records/account.ts'
import { verification } from '#contract/records/verification.ts'
import { creditCodeProblem } from '#contract/rules.ts'

const review = reviews.getVerificationForReview.output.shape

/** What is known of other companies and people, beside the submission itself. */
export const surroundings = verification.schema.pick({ kind: true, company_name: true, credit_code: true }).extend({
  has_licence: z.boolean(),
  has_industry: z.boolean(),
  account_state: account.schema.shape.state,
  /** The company that has the credit code; the applicant's own once it is approved. */
  registered_id: id.nullable(),
  registered_name: z.string().nullable(),
  registered_by_applicant: z.boolean(),
  /** The credit code of another company of exactly this name. */
  namesake_code: z.string().nullable(),
  /** Other applicants with the same code who wait or were approved. */
  others_with_code: z.int(),
  /** Other accounts that were approved with the same ID number. */
  others_with_number: z.int(),
  /** The company that the applicant works for, if it is another. */
  employer: z.string().nullable(),
  /** What was entered on the partner's page. */
  registration: review.channel.unwrap().shape.registration,
  /** A checking service's result for the name and its number; null without a check. */
  check_result: z.enum(['match', 'undecided']).nullable(),
  checked_by: z.string().nullable(),
})
export type Surroundings = z.output<typeof surroundings>

export type Check = z.output<typeof review.checks.element>

const good = (text: string): Check => ({ verdict: 'good', text })
const warn = (text: string): Check => ({ verdict: 'warn', text })
const bad = (text: string): Check => ({ verdict: 'bad', text })

/**
 * Returns the facts for the reviewer, beginning with those against an approval. A `bad` check makes an approval fail, or makes it
 * wrong.
 */
export function checksOf(facts: Surroundings): Check[] {
  const checks = [...(facts.kind === 'company' ? ofCompany(facts) : []), ...ofPerson(facts)]
  const order = ['bad', 'warn', 'good']
  return checks.sort((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict))
}

function ofCompany(facts: Surroundings): Check[] {
  const checks: Check[] = []
  const problem = creditCodeProblem(facts.credit_code ?? '')
  checks.push(problem ? bad(problem) : good('统一社会信用代码校验位正确'))
  if (!facts.registered_name) checks.push(good('信用代码未被其他企业使用'))
  else if (facts.registered_by_applicant) checks.push(good(`企业已建立：${facts.registered_name}`))
  else checks.push(bad(`信用代码已属于「${facts.registered_name}」，不能通过`))
  if (facts.others_with_code)
    checks.push(warn(`另有 ${facts.others_with_code} 个账号以同一信用代码提交过，请核实谁是经办人`))
  if (facts.namesake_code) checks.push(warn(`已有同名企业，信用代码 ${facts.namesake_code}`))
  if (!facts.has_licence) checks.push(bad('没有营业执照'))
  if (!facts.has_industry) checks.push(warn('没有填写行业'))
  if (facts.employer) checks.push(bad(`申请人已是「${facts.employer}」的员工，须先由那家企业移除`))
  const { registration } = facts
  if (registration) {
    const same = registration.credit_code === facts.credit_code && registration.company_name === facts.company_name
    checks.push(same ? good('与渠道登记的企业一致') : warn(`渠道登记的是「${registration.company_name}」`))
  }
  return checks
}

function ofPerson({ kind, others_with_number, account_state, check_result, checked_by }: Surroundings): Check[] {
  const checks: Check[] = []
  if (check_result === 'match') checks.push(good(`姓名与身份证号一致（核验服务：${checked_by}）`))
  if (check_result === 'undecided') checks.push(warn(`核验服务（${checked_by}）未能确认姓名与身份证号，须人工核对`))
  if (!others_with_number) checks.push(good('证件未被其他账号使用'))
  else if (kind === 'person') checks.push(bad('证件已被其他账号认证，不能通过'))
  else checks.push(warn(`同一证件已在其他 ${others_with_number} 个账号通过认证`))
  if (account_state !== 'active') checks.push(bad(account_state === 'disabled' ? '申请人的账号已停用' : '申请人已注销'))
  return checks
}
