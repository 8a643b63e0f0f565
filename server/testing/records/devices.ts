import { randomUUID } from 'node:crypto'
import { contract, type InputOf } from '#contract/index.ts'
import { type OperationInput, operations } from '#contract/operations/index.ts'
import { device } from '#contract/records/device.ts'
import { dispute } from '#contract/records/dispute.ts'
import type { testPortal } from '../portal.ts'
import { notWritten, type Values, type WrittenRecord, without } from './written-record.ts'

export async function devicesRecords(
  portal: Awaited<ReturnType<typeof testPortal>>,
): Promise<Record<string, WrittenRecord>> {
  const { call, operate, make } = portal
  const company = await make.company()
  const sid = await make.session(company.owner.account)
  const { token } = await make.operator('support')
  const newFingerprint = () => `fp-${randomUUID()}`

  /** Reports a device, by default a new one of a new person. */
  async function report(values: Values, fingerprint = newFingerprint(), reporter?: string): Promise<string> {
    const reporterSid = reporter ?? (await make.session((await make.employee(company.id)).account))
    const input = { fingerprint, name: '电脑', platform: 'windows', os_version: 'Windows 11', client_version: '12.0.1' }
    const answer = await call('reportDevice', { ...input, ...values } as InputOf<'reportDevice'>, { sid: reporterSid })
    return answer.code === 200 ? answer.data.device_id : notWritten(answer)
  }

  /** Decides about a new device, by a manager who was sent no code before. */
  async function decide(action: 'audit' | 'authorization', values: Values): Promise<string> {
    const [person, manager] = [await make.employee(company.id), await make.employee(company.id, { role: 'manager' })]
    const { id } = await make.device({
      companyId: company.id,
      employeeId: person.id,
      audit: action === 'audit' ? 'pending' : 'approved',
    })
    const managerSid = await make.session(manager.account)
    await call('getCompanyAdminCaptcha', { action, device_ids: [id] }, { sid: managerSid })
    const common = { device_ids: [id], captcha: await portal.codeSentTo(manager.account.phone) }
    const { audit_note: note, ...states } = values
    const answer =
      action === 'audit'
        ? await call('deviceAudit', { ...common, audit_state: 'rejected', ...states, note } as InputOf<'deviceAudit'>, {
            sid: managerSid,
          })
        : await call('deviceAuthStatusChange', { ...common, ...states } as InputOf<'deviceAuthStatusChange'>, {
            sid: managerSid,
          })
    return answer.code === 200 ? id : notWritten(answer)
  }

  const { note, ...audit } = contract.deviceAudit.input.shape
  return {
    device: {
      record: device,
      read: async device_id => {
        const { data } = await call('getDeviceDetail', { device_id }, { sid })
        return { ...data.device, fingerprint: data.fingerprint }
      },
      values: {
        fingerprint: newFingerprint,
        platform: () => 'mac',
        client_version: () => '12.0.2',
        audit_state: () => 'rejected',
        auth_state: () => 'suspended',
      },
      writings: [
        { call: 'reportDevice', fields: contract.reportDevice.input.shape, write: report },
        {
          call: 'reportDevice, which refreshes',
          fields: without(contract.reportDevice.input.shape, 'fingerprint'),
          write: async values => {
            const fingerprint = newFingerprint()
            const reporter = await make.session((await make.employee(company.id)).account)
            await report({}, fingerprint, reporter)
            return report(values, fingerprint, reporter)
          },
        },
        {
          call: 'deviceAudit',
          fields: { ...without(audit, 'device_ids', 'captcha'), audit_note: note },
          write: values => decide('audit', values),
        },
        {
          call: 'deviceAuthStatusChange',
          fields: without(contract.deviceAuthStatusChange.input.shape, 'device_ids', 'captcha'),
          write: values => decide('authorization', values),
        },
      ],
    },
    dispute: {
      record: dispute,
      read: async dispute_id => (await operate('getDispute', { dispute_id }, { token })).data,
      values: {},
      writings: [
        {
          call: 'decideDispute',
          fields: without(operations.decideDispute.input.shape, 'dispute_id', 'decision'),
          write: async values => {
            const fingerprint = newFingerprint()
            const device_id = await report({}, fingerprint)
            // A colleague's report of the same device is refused, and leaves the dispute behind.
            await report({}, fingerprint).catch(() => {})
            const { data } = await operate('getDisputeList', { state: 'open', page_size: 100 }, { token })
            const { dispute_id = notWritten(data) } = data.list.find(each => each.device_id === device_id) ?? {}
            const input = { dispute_id, decision: 'reject', reason: '依据', ...values }
            const answer = await operate('decideDispute', input as OperationInput<'decideDispute'>, {
              token,
            })
            return answer.code === 200 ? dispute_id : notWritten(answer)
          },
        },
      ],
    },
  }
}
