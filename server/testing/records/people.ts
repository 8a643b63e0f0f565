import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { z } from 'zod'
import { contract, type InputOf } from '#contract/index.ts'
import { accessRequest } from '#contract/records/access-request.ts'
import { department } from '#contract/records/department.ts'
import { duty } from '#contract/records/duty.ts'
import { employee } from '#contract/records/employee.ts'
import { employeeSheet, sheetFields } from '#contract/records/employee-fields.ts'
import { listView } from '#contract/records/list-view.ts'
import { onboardingTemplate } from '#contract/records/onboarding-template.ts'
import { newPhone } from '../identities.ts'
import type { testPortal } from '../portal.ts'
import { notWritten, type Values, type WrittenRecord, without } from './written-record.ts'

export async function peopleRecords(
  portal: Awaited<ReturnType<typeof testPortal>>,
): Promise<Record<string, WrittenRecord>> {
  const { call, make } = portal
  const company = await make.company()
  const sid = await make.session(company.owner.account)

  const departments = [
    await make.department(company.id, { name: '甲部' }),
    await make.department(company.id, { name: '乙部', sort: 1 }),
  ]
  const [first = { id: '' }] = departments
  const asking = await make.employee(company.id)
  const name = () => `名称${randomUUID().slice(0, 8)}`

  /** Adds a department and returns its id. */
  async function setDepartment(values: Values) {
    const answer = await call('setDepartment', { name: name(), ...values }, { sid })
    return answer.code === 200 ? answer.data.dept_id : notWritten(answer)
  }

  async function setTemplate(values: Values) {
    const answer = await call('setTemplate', { name: name(), ...values }, { sid })
    return answer.code === 200 ? answer.data.template_id : notWritten(answer)
  }

  async function addEmployee(values: Values) {
    const answer = await call(
      'addCompanyUser',
      { invite: false, employees: [{ phone: newPhone(), name: name(), ...values }] },
      { sid },
    )
    return answer.data?.results[0]?.employee_id ?? notWritten(answer)
  }

  /** Imports a sheet with the columns of the template. */
  async function importEmployee(values: Values) {
    const row: Values = { phone: newPhone(), name: name(), ...values }
    const sheet = [
      employeeSheet.map(field => sheetFields[field].label),
      employeeSheet.map(field => String(row[field] ?? '')),
    ]
    const form = new FormData()
    form.append('sid', sid)
    form.append('file', new Blob([new Uint8Array(await writeXlsxFile(sheet).toBuffer())]), '员工.xlsx')
    const encoded = new Response(form)
    const { body } = await portal.post(contract.previewEmployeeImport.path, Buffer.from(await encoded.arrayBuffer()), {
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    })
    const { import_id } = contract.previewEmployeeImport.output.parse(JSON.parse(body).data)
    await call('commitEmployeeImport', { import_id, invite: false }, { sid })
    const progress = async () => (await call('getEmployeeImport', { import_id }, { sid })).data
    await expect.poll(async () => (await progress()).state, { timeout: 30_000 }).toBe('done')
    const { data } = await call('getCompanyUserList', { keyword: String(row.phone) }, { sid })
    return data.list[0]?.employee_id ?? notWritten(await progress())
  }

  return {
    onboardingTemplate: {
      record: onboardingTemplate,
      read: async template_id =>
        (await call('getTemplateList', {}, { sid })).data.list.find(template => template.template_id === template_id),
      values: {
        dept_id: () => first.id,
        group_ids: async () => [(await make.lineGroup(company.id, { name: name() })).id],
      },
      writings: [
        { call: 'setTemplate, which adds', fields: onboardingTemplate.input('set'), write: setTemplate },
        {
          call: 'setTemplate, which changes',
          fields: onboardingTemplate.input('set'),
          write: async values => setTemplate({ template_id: await setTemplate({}), ...values }),
        },
      ],
    },
    accessRequest: {
      record: accessRequest,
      read: async request_id => (await call('getRequestList', { request_id }, { sid })).data.list[0],
      values: {
        kind: () => 'line',
        device_id: async () =>
          (await make.device({ companyId: company.id, employeeId: asking.id, audit: 'pending' })).id,
      },
      writings: [
        {
          call: 'requestAccess',
          fields: contract.requestAccess.input.shape,
          write: async values => {
            const kind = 'days' in values ? 'days' : 'device_id' in values ? 'device' : 'line'
            // The values come from the fields of this very call.
            const input = { kind, note: '说明', ...values } as InputOf<'requestAccess'>
            const answer = await call('requestAccess', input, { sid: await make.session(asking.account) })
            return answer.code === 200 ? answer.data.request_id : notWritten(answer)
          },
        },
      ],
    },
    employee: {
      record: employee,
      read: async employee_id => (await call('getCompanyUserDetail', { employee_id }, { sid })).data.employee,
      values: {
        phone: newPhone,
        dept_id: () => first.id,
        dept_path: () => '甲部',
        state: () => 'disabled',
        guest_until: () => '2126-11-30T10:00:00.000Z',
      },
      writings: [
        {
          call: 'addCompanyUser',
          fields: employee.input('add'),
          write: addEmployee,
        },
        {
          call: 'setCompanyUser',
          fields: without(contract.setCompanyUser.input.shape, 'employee_id'),
          write: async values => {
            const { id } = await make.employee(company.id)
            const answer = await call('setCompanyUser', { employee_id: id, ...values }, { sid })
            return answer.code === 200 ? id : notWritten(answer)
          },
        },
        {
          call: 'commitEmployeeImport',
          // A limit is a number in the record and text in a cell; days and groups are no fields of a person.
          fields: {
            ...without(
              contract.previewEmployeeImport.output.shape.rows.element.shape,
              'row',
              'problems',
              'problem_fields',
              'days',
              'groups',
            ),
            ...z.object(employee.input('add')).pick({ device_limit: true }).shape,
          },
          write: importEmployee,
        },
      ],
    },
    department: {
      record: department,
      read: async dept_id =>
        (await call('getDeptListByCompanyId', {}, { sid })).data.list.find(one => one.dept_id === dept_id),
      values: { parent_id: () => first.id, sort: () => 1 },
      writings: [
        {
          call: 'setDepartment, which adds',
          fields: without(contract.setDepartment.input.shape, 'dept_id'),
          write: setDepartment,
        },
        {
          call: 'setDepartment, which changes',
          fields: without(contract.setDepartment.input.shape, 'dept_id'),
          write: async values => setDepartment({ dept_id: await setDepartment({}), ...values }),
        },
      ],
    },
    listView: {
      record: listView,
      async read(id) {
        const lists = ['employees', 'devices']
        for (const list of lists) {
          const { data } = await call('getListViews', { list }, { sid })
          const found = data.list.find(({ view_id }) => view_id === id)
          if (found) return found
        }
        return undefined
      },
      values: { list: () => 'devices', columns: () => ({ phone: false }), shared: () => true },
      writings: [
        {
          call: 'addListView',
          fields: contract.addListView.input.shape,
          async write(values) {
            const input = { list: 'employees', name: name(), query: 'state=active', ...values }
            const { code, data } = await call('addListView', input as InputOf<'addListView'>, { sid })
            return code === 200 ? data.view_id : notWritten(data)
          },
        },
      ],
    },
    duty: {
      record: duty,
      async read(id) {
        const { data } = await call('getDutyList', { page_size: 100 }, { sid })
        return data.list.find(({ employee_id }) => employee_id === id)
      },
      values: { duty: () => 'finance', dept_ids: () => [first.id] },
      writings: [
        {
          call: 'setDuty',
          fields: without(contract.setDuty.input.shape, 'employee_id'),
          async write(values) {
            const { id: employee_id } = await make.employee(company.id)
            // Only one duty can be limited to departments.
            const input = { duty: values.dept_ids ? 'department' : 'reader', ...values, employee_id }
            const { code, data } = await call('setDuty', input as InputOf<'setDuty'>, { sid })
            return code === 200 ? employee_id : notWritten(data)
          },
        },
      ],
    },
  }
}
