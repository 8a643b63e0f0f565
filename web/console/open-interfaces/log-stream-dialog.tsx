import { Form, Input, InputNumber } from 'antd'
import { hostPattern, isSyslogPort, logStreamFields, portRule, syslogPort } from '#contract/log-stream-names.ts'
import { api } from '#web/data/api.ts'
import { changedFrom } from '#web/ui/changed-from.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import type { LogStream } from './log-stream-looks.ts'

interface Values {
  host: string
  port: number
  ca?: string | undefined
}

const { host, ca } = logStreamFields

export function LogStreamDialog({ stream, ...dialog }: ChangeDialogProps & { stream?: LogStream | undefined }) {
  return (
    <DialogForm
      {...dialog}
      title={stream ? '修改日志转发' : '设置日志转发'}
      subject={undefined}
      okText="保存"
      width={560}
      call={api.setLogStream}
      record={stream}
      input={({ host, port, ca = '' }: Values, record) =>
        changedFrom(record, { host: host.trim(), port, ca: ca.trim() || null })
      }
      message={stream ? '已保存' : '日志转发已开启，请试送一条'}
      fieldOf={{ [-59711]: 'host', [-59712]: 'ca' }}
    >
      <Form.Item
        name="host"
        label={host.label}
        initialValue={stream?.host}
        extra="须为公网可以访问的地址，以 TLS 接收 syslog。"
        rules={[
          { required: true, whitespace: true, message: '请输入主机' },
          {
            pattern: hostPattern,
            transform: (value: string) => value.trim(),
            message: '应为域名或 IP 地址，不带 https:// 与端口',
          },
        ]}
      >
        <Input autoComplete="off" maxLength={host.max} placeholder="logs.example.com" />
      </Form.Item>
      <Form.Item
        name="port"
        label="端口"
        initialValue={stream?.port ?? syslogPort}
        rules={[
          {
            validator: async (_, value: unknown) => {
              if (typeof value !== 'number' || !isSyslogPort(value)) throw new Error(portRule)
            },
          },
        ]}
      >
        <InputNumber precision={0} controls={false} />
      </Form.Item>
      <Form.Item
        name="ca"
        label={`${ca.label}（选填）`}
        initialValue={stream?.ca ?? ''}
        extra="日志系统的证书由企业自己的 CA 签发时，粘贴 CA 证书（PEM）；不填则须由公共的颁发机构签发。"
      >
        <Input.TextArea maxLength={ca.max} rows={4} placeholder="-----BEGIN CERTIFICATE-----" spellCheck={false} />
      </Form.Item>
    </DialogForm>
  )
}
