import { randomUUID } from 'node:crypto'
import { contract, type InputOf } from '#contract/index.ts'
import { directory, directoryProvider } from '#contract/records/directory.ts'
import { companyDomain, signIn } from '#contract/records/sign-in.ts'
import type { testPortal } from '../portal.ts'
import { notWritten, type Values, type WrittenRecord, without } from './written-record.ts'

/** Records of a company's sign-in, and of its people's directory. */
export async function signInRecords({
  call,
  make,
  system,
}: Awaited<ReturnType<typeof testPortal>>): Promise<Record<string, WrittenRecord>> {
  const sids = new Map<string, string>()
  async function newCompany() {
    const company = await make.company({ employees: 1 })
    const sid = await make.session(company.owner.account)
    sids.set(company.id, sid)
    return { company, sid }
  }
  const sidOf = (id: string) => sids.get(id.split(' ')[0] ?? '') ?? ''
  const readSignIn = async (id: string): Promise<Values | undefined> =>
    (await call('getCompanySignIn', {}, { sid: sidOf(id) })).data.settings ?? undefined
  const own = await newCompany()
  const settings = { kind: 'oidc', issuer: 'https://login.example.com', client_id: 'portal', client_secret: 'secret' }
  const rules = { source: 'scim', owns: ['name'], leaver: 'disable', successor: 'none', successor_id: null }

  return {
    signIn: {
      record: signIn,
      read: readSignIn,
      values: {
        kind: () => 'oidc',
        issuer: () => `https://login.example.com/${randomUUID()}`,
        state: () => 'on',
        required: () => true,
      },
      writings: [
        {
          call: 'setCompanySignIn',
          fields: without(contract.setCompanySignIn.input.shape, 'client_secret'),
          async write(values) {
            const { company, sid } = await newCompany()
            // The values are those of the fields above, here and below.
            const input = { ...settings, ...values } as InputOf<'setCompanySignIn'>
            const { code, data } = await call('setCompanySignIn', input, { sid })
            return code === 200 ? company.id : notWritten(data)
          },
        },
        {
          call: 'switchCompanySignIn',
          fields: contract.switchCompanySignIn.input.shape,
          async write(values) {
            const { company, sid } = await newCompany()
            await call('setCompanySignIn', settings as InputOf<'setCompanySignIn'>, { sid })
            await system.change`update company_sign_in set tested_at = now() where company_id = ${company.id}`
            await system.change`
              insert into company_domain (company_id, domain, token, proved_at)
              values (${company.id}, 'example.com', 'token', now())`
            const input = { state: 'on', required: false, ...values } as InputOf<'switchCompanySignIn'>
            const { code, data } = await call('switchCompanySignIn', input, { sid })
            return code === 200 ? company.id : notWritten(data)
          },
        },
      ],
    },
    companyDomain: {
      record: companyDomain,
      async read(id) {
        const { data } = await call('getCompanySignIn', {}, { sid: sidOf(id) })
        return data.domains.find(({ domain }) => domain === id.split(' ')[1])
      },
      values: { domain: () => `${randomUUID()}.example.com` },
      writings: [
        {
          call: 'addCompanyDomain',
          fields: contract.addCompanyDomain.input.shape,
          async write(values) {
            const { company, sid } = await newCompany()
            const { code, data } = await call('addCompanyDomain', values as InputOf<'addCompanyDomain'>, { sid })
            return code === 200 ? `${company.id} ${data.domain}` : notWritten(data)
          },
        },
      ],
    },
    directory: {
      record: directory,
      read: async id => (await call('getDirectory', {}, { sid: sidOf(id) })).data.settings ?? undefined,
      values: {
        source: () => 'scim',
        owns: () => ['job_number', 'department'],
        leaver: () => 'remove',
        successor: () => 'superior',
        successor_id: () => own.company.employees[0]?.id,
      },
      writings: [
        {
          call: 'setDirectory',
          fields: without(contract.setDirectory.input.shape),
          async write(values) {
            const named = values.successor_id ? { successor: 'person' } : {}
            const input = { ...rules, ...named, ...values } as InputOf<'setDirectory'>
            const { code, data } = await call('setDirectory', input, { sid: own.sid })
            return code === 200 ? own.company.id : notWritten(data)
          },
        },
      ],
    },
    directoryProvider: {
      record: directoryProvider,
      read: async id => (await call('getDirectory', {}, { sid: sidOf(id) })).data.provider ?? undefined,
      values: { tenant: () => 'corp-2', client_id: () => 'app-2' },
      writings: [
        {
          call: 'setDirectoryProvider',
          fields: without(contract.setDirectoryProvider.input.shape, 'client_secret', 'callback_token', 'callback_key'),
          async write(values) {
            const { company, sid } = await newCompany()
            const source = { ...rules, source: 'dingtalk' } as InputOf<'setDirectory'>
            await call('setDirectory', source, { sid })
            const input = { tenant: 'corp-1', client_id: 'app-1', client_secret: 'secret', ...values }
            // The values are those of the fields above.
            const { code, data } = await call('setDirectoryProvider', input as InputOf<'setDirectoryProvider'>, { sid })
            return code === 200 ? company.id : notWritten(data)
          },
        },
      ],
    },
  }
}
