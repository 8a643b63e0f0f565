import { Button, Form, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import type { InputOf, OutputOf } from '#contract/index.ts'
import { openRequests, type RequestKind, requestKindNames, requestKinds } from '#contract/request-names.ts'
import { api } from '#web/data/api.ts'
import { useCall } from '#web/data/use-call.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { lineProblem, ruled } from '#web/ui/form-rules.ts'
import { dateTime } from '#web/ui/format.ts'
import { requestLooks, requestTitle, takenBack } from '#web/ui/request-looks.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { WholeNumber } from '#web/ui/whole-number.tsx'

type Request = OutputOf<'getMyRequests'>['list'][number]
type Device = OutputOf<'getMyService'>['devices'][number]

/** What the person has asked the managers for, and what became of it. */
export function RequestsCard({ devices }: { devices: readonly Device[] }) {
  const { data, reload } = useCall('getMyRequests', {})
  const [asking, setAsking] = useState(false)
  const withdrawing = useDialog<Request>()
  if (!data) return null
  const open = data.list.filter(({ state }) => state === 'open').length
  return (
    <>
      <h3 className="part-title">
        我的申请
        <Button type="link" size="small" disabled={open >= openRequests} onClick={() => setAsking(true)}>
          提交申请
        </Button>
      </h3>
      {data.list.length ? (
        <ul className="lines">
          {data.list.map(request => (
            <li key={request.request_id} className="line">
              <div>
                <h3>{requestTitle(request)}</h3>
                <p className="figures">
                  {request.note}（{dateTime(request.created_at)}）{request.reason && `。管理员答复：${request.reason}`}
                  {request.taken_back_at && `。${dateTime(request.taken_back_at)} 被管理员撤销，可以再次申请`}
                  {request.state === 'open' && `。${dateTime(request.expires_at)} 前未处理即过期`}
                </p>
              </div>
              <span className="own-state">
                <StateTag state={request.taken_back_at ? takenBack : requestLooks[request.state]} />
                {request.state === 'open' && (
                  <Button
                    type="link"
                    size="small"
                    aria-label={`撤回申请：${requestTitle(request)}`}
                    onClick={() => withdrawing.show(request)}
                  >
                    撤回
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="quiet">需要专线、更多时长，或让新设备通过审核时，可以在这里向管理员申请。</p>
      )}
      <AskDialog open={asking} close={() => setAsking(false)} devices={devices} done={reload} />
      {withdrawing.subject && (
        <ConfirmDialog
          key={withdrawing.key}
          {...withdrawing.props}
          title={`撤回申请：${requestTitle(withdrawing.subject)}`}
          okText="撤回"
          call={api.withdrawRequest}
          input={{ request_id: withdrawing.subject.request_id }}
          outdatedBy={[-47042]}
          done={reload}
        >
          <p>撤回后管理员不再看到它待处理；之后可以重新申请。</p>
        </ConfirmDialog>
      )}
    </>
  )
}

interface Values {
  kind: RequestKind
  days?: number
  device_id?: string
  note: string
}

interface AskDialogProps {
  open: boolean
  close: () => void
  devices: readonly Device[]
  done: () => void
}

const hints: Record<RequestKind, string> = {
  line: '例如：店铺所在的地区与平台，什么时候使用',
  days: '例如：为什么需要更多天数',
  device: '例如：新换的办公电脑',
}

function AskDialog({ open, close, devices, done }: AskDialogProps) {
  const [form] = Form.useForm<Values>()
  const kind = Form.useWatch('kind', form) ?? 'line'
  // A device that was approved needs no request.
  const waiting = devices.filter(({ audit_state }) => audit_state !== 'approved')
  const offered = requestKinds.filter(each => each !== 'device' || waiting.length > 0)
  return (
    <DialogForm
      title="向管理员申请"
      okText="提交申请"
      open={open}
      close={close}
      form={form}
      call={api.requestAccess}
      input={({ kind: asked, days, device_id, note }: Values): InputOf<'requestAccess'> => ({
        kind: asked,
        note,
        ...(asked === 'days' && { days }),
        ...(asked === 'device' && { device_id }),
      })}
      fieldOf={{ [-48001]: 'device_id' }}
      outdatedBy={[-47040, -47041]}
      done={done}
    >
      <Form.Item name="kind" label="申请什么" initialValue="line">
        <Radio.Group options={offered.map(value => ({ value, label: requestKindNames[value] }))} />
      </Form.Item>
      {kind === 'days' && (
        <Form.Item name="days" label="天数" initialValue={30} rules={[{ required: true, message: '请填写天数' }]}>
          <WholeNumber suffix="天" />
        </Form.Item>
      )}
      {kind === 'device' && (
        <Form.Item
          name="device_id"
          label="设备"
          initialValue={waiting[0]?.device_id}
          rules={[{ required: true, message: '请选择设备' }]}
        >
          <Select options={waiting.map(({ device_id, name }) => ({ value: device_id, label: name }))} />
        </Form.Item>
      )}
      <Form.Item name="note" label="说明" rules={[ruled(lineProblem('说明', 200, 2))]}>
        <Input.TextArea rows={3} maxLength={200} showCount placeholder={hints[kind]} />
      </Form.Item>
    </DialogForm>
  )
}
