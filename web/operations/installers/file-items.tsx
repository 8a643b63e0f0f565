import '#web/ui/file-drop/file-drop.css'
import { InboxOutlined } from '@ant-design/icons'
import { Form } from 'antd'
import { useState } from 'react'
import {
  clientTypeOrder,
  installerBytes,
  installerExtensions,
  installerGigabytes,
  wrongFile,
} from '#contract/installer-names.ts'
import { fileSize } from '#web/ui/format.ts'

type ClientType = (typeof clientTypeOrder)[number]

function problemOf(file: File | undefined, type: ClientType | undefined): string | undefined {
  if (!file) return '请选择安装包'
  const wrong = type && wrongFile(type, file.name)
  if (wrong) return wrong
  if (!file.size) return '文件是空的'
  if (file.size > installerBytes) return `文件为 ${fileSize(file.size)}，超过 ${installerGigabytes} GB`
}

/** An upload: its file, of which only name and size are checked here. */
export const FileItems = () => (
  <Form.Item
    name="file"
    label="安装包"
    dependencies={['client_type']}
    rules={[
      { required: true, message: '' },
      ({ getFieldValue }) => ({
        validator: (_rule, file: File | undefined) => {
          const wrong = problemOf(file, getFieldValue('client_type'))
          return wrong ? Promise.reject(new Error(wrong)) : Promise.resolve()
        },
      }),
    ]}
  >
    <FileChoice />
  </Form.Item>
)

interface FileChoiceProps {
  id?: string
  value?: File
  onChange?: (file: File | undefined) => void
  'aria-describedby'?: string
}

function FileChoice({ id, value, onChange, ...described }: FileChoiceProps) {
  const type: ClientType | undefined = Form.useWatch('client_type')
  const extensions = [...new Set((type ? [type] : clientTypeOrder).flatMap(each => installerExtensions[each]))]
  const [over, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input inside offers the same to the keyboard
    <div
      className="file-drop"
      data-over={over ? '' : undefined}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        setOver(false)
        onChange?.(event.dataTransfer.files[0])
      }}
    >
      <label className="file-drop-field">
        <input
          {...described}
          id={id}
          type="file"
          accept={extensions.map(extension => `.${extension}`).join(',')}
          onChange={event => onChange?.(event.target.files?.[0])}
        />
        <InboxOutlined />
        <span className="file-drop-text">
          <strong>{value ? value.name : '把安装包拖到这里，或点击选择'}</strong>
          <small>
            {value
              ? `${fileSize(value.size)}。点击或拖入可更换`
              : `${extensions.join('、')}，不超过 ${installerGigabytes} GB`}
          </small>
        </span>
      </label>
    </div>
  )
}
