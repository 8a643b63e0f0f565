import type { APIRequestContext } from '@playwright/test'
import { expect } from '@playwright/test'
import { newCreditCode, newIdNumber } from '#server/testing/identities.ts'
import { post, registerByCall } from './people.ts'
import { licence } from './realname.ts'
import { uniqueName } from './staff.ts'

/** Creates a company that waits for its review, submitted by the calls that the pages make. */
export async function applicantByCall(request: APIRequestContext, name: string) {
  const { sid, user_info } = await registerByCall(request)
  const [picture, industries] = await Promise.all([
    licence(),
    post<{ list: { industry_id: string }[] }>(request, '/v3/service/getIndustryList', {}),
  ])
  const uploaded = await request.post('/api/v1/upload/uploadFile', {
    headers: { authorization: 'portal-web 1201' },
    multipart: { sid, purpose: 'licence', file: { name: '执照.jpg', mimeType: 'image/jpeg', buffer: picture } },
  })
  const { data } = (await uploaded.json()) as { data: { file_id: string } }
  const company = `${uniqueName(name)}贸易有限公司`
  const requested = await post(request, '/v1/user/wAuth', {
    sid,
    kind: 'company',
    is_identity: 1,
    is_licence: 1,
    company_name: company,
    credit_code: newCreditCode(),
    industry_id: industries.data.list[0]?.industry_id,
    licence_file_id: data.file_id,
    person_name: '江予安',
    id_number: newIdNumber(),
  })
  expect(requested.code).toBe(200)
  return { sid, company, phone: user_info.phone }
}
