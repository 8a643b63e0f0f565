import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { contract } from '#contract/index.ts'
import { operations } from '#contract/operations/index.ts'
import { company } from '#contract/records/company.ts'
import { terms } from '#contract/records/terms.ts'
import { verification } from '#contract/records/verification.ts'
import { openWith } from '#server/core/keyring.ts'
import { newCreditCode, newIdNumber } from '../identities.ts'
import type { testPortal } from '../portal.ts'
import { notWritten, type Values, type WrittenRecord, without } from './written-record.ts'

/** Companies, their verifications and the agreements: what the provider writes or decides. */
export async function companyRecords(
  portal: Awaited<ReturnType<typeof testPortal>>,
): Promise<Record<string, WrittenRecord>> {
  const { call, operate, make, system } = portal
  const { token: support } = await make.operator('support')
  const { token: editor } = await make.operator('content')
  const { data } = await call('getIndustryList', {})
  const industry = data.list.at(-1) ?? notWritten(data)
  const licence = await make.storedFile()
  const owners = new Map<string, string>()

  /** Returns the company's id. */
  async function newCompany() {
    const { id, owner } = await make.company()
    owners.set(id, await make.session(owner.account))
    return id
  }

  async function readCompany(company_id: string): Promise<Values> {
    const own = await call('getCompanyInfo', {}, { sid: owners.get(company_id) ?? '' })
    const { industry_id } = (await operate('getCompanyOverview', { company_id }, { token: support })).data.info
    return { ...own.data, industry_id }
  }

  /** Returns the applicant's account. */
  async function submit(kind: 'person' | 'company', values: Values) {
    const applicant = await make.account()
    const sid = await make.session(applicant)
    const person = { person_name: '张三', id_number: newIdNumber() }
    const licence_file_id = values.licence_file_id ?? (await make.storedFile()).id
    await system.change`update stored_file set account_id = ${applicant.id} where id = ${licence_file_id}`
    const firm = {
      company_name: '样本企业',
      credit_code: newCreditCode(),
      industry_id: data.list[0]?.industry_id ?? industry.industry_id,
      licence_file_id: String(licence_file_id),
    }
    const agreed = { is_identity: 1 as const }
    const input =
      kind === 'person'
        ? { kind, ...agreed, ...person, ...values }
        : { kind, ...agreed, is_licence: 1 as const, ...firm, ...person, ...values }
    const answer = await call('wAuth', input, { sid })
    return answer.code === 200 ? applicant.id : notWritten(answer)
  }

  const kept = verification.schema
    .pick({ verification_id: true, industry_id: true, licence_file_id: true })
    .extend({ sealed: z.instanceof(Buffer) })

  /** No answer contains the file, the industry's id and the whole number, so they are read from the table. */
  async function readVerification(accountId: string): Promise<Values> {
    const row =
      (await system.row(kept)`
      select id as verification_id, industry_id, licence_file_id, id_number_sealed as sealed
      from identity_verification where account_id = ${accountId}`) ?? notWritten(accountId)
    const { sealed, verification_id, ...rest } = row
    const shown = await operate('getVerificationForReview', { verification_id }, { token: support })
    return { ...shown.data, ...rest, id_number: openWith(portal.config, 'id-number', sealed, accountId) }
  }

  async function createTerms(values: Values) {
    const version = randomUUID().slice(0, 20)
    const input = { which: 'service' as const, version, effective_on: '2027-01-01', ...values }
    const answer = await operate('createTermsVersion', input, { token: editor })
    return answer.code === 200 ? answer.data.terms_id : notWritten(answer)
  }

  return {
    company: {
      record: company,
      read: readCompany,
      values: {
        industry_id: () => industry.industry_id,
        size: () => '51-200人',
        contact_phone: () => '0755-8888 1234',
      },
      writings: [
        {
          call: 'setCompanyInfo',
          fields: without(contract.setCompanyInfo.input.shape),
          write: async values => {
            const id = await newCompany()
            const answer = await call('setCompanyInfo', values, { sid: owners.get(id) ?? '' })
            return answer.code === 200 ? id : notWritten(answer)
          },
        },
        {
          call: 'correctCompany',
          fields: without(operations.correctCompany.input.shape, 'company_id', 'reason'),
          write: async values => {
            const company_id = await newCompany()
            const answer = await operate(
              'correctCompany',
              { company_id, reason: '换发执照', ...values },
              { token: support },
            )
            return answer.code === 200 ? company_id : notWritten(answer)
          },
        },
      ],
    },
    verification: {
      record: verification,
      read: readVerification,
      values: {
        id_number: newIdNumber,
        credit_code: newCreditCode,
        industry_id: () => industry.industry_id,
        licence_file_id: () => licence.id,
      },
      writings: contract.wAuth.input.options.map(({ shape }) => ({
        call: `wAuth of a ${shape.kind.value}`,
        fields: without(shape, 'kind', 'is_identity', 'is_licence'),
        write: values => submit(shape.kind.value, values),
      })),
    },
    terms: {
      record: terms,
      read: async terms_id => (await operate('getTermsVersion', { terms_id }, { token: editor })).data,
      values: {
        which: () => 'private',
        version: () => randomUUID().slice(0, 20),
        effective_on: () => '2027-03-01',
      },
      writings: [
        { call: 'createTermsVersion', fields: operations.createTermsVersion.input.shape, write: createTerms },
        {
          call: 'saveTermsVersion',
          fields: without(operations.saveTermsVersion.input.shape, 'terms_id', 'revision'),
          write: async values => {
            const terms_id = await createTerms({})
            const version = randomUUID().slice(0, 20)
            const draft = { version, effective_on: '2027-02-01', markdown: '# 协议', ...values }
            const answer = await operate('saveTermsVersion', { terms_id, revision: 1, ...draft }, { token: editor })
            return answer.code === 200 ? terms_id : notWritten(answer)
          },
        },
      ],
    },
  }
}
