import '#web/ui/file-drop/file-drop.css'
import { InboxOutlined } from '@ant-design/icons'
import { Form } from 'antd'
import { useState } from 'react'
import { installerBytes, installerExtensions, installerGigabytes } from '#contract/installer-names.ts'
import { fileSize } from '#web/ui/format.ts'

function problemOf(file: File | undefined): string | undefined {
  if (!file) return '请选择安装包'
  const extension = file.name.split('.').at(-1)?.toLowerCase()
  if (!installerExtensions.some(allowed => allowed === extension))
    return `安装包须为 ${installerExtensions.join('、')} 文件`
  if (!file.size) return '文件是空的'
  if (file.size > installerBytes) return `文件为 ${fileSize(file.size)}，超过 ${installerGigabytes} GB`
}

/** An upload: its file, of which only name and size are checked here. */
export const FileItems = () => (
  <Form.Item
    name="file"
    label="安装包"
    rules={[
      { required: true, message: '' },
      {
        validator: (_rule, file: File | undefined) => {
          const wrong = problemOf(file)
          return wrong ? Promise.reject(new Error(wrong)) : Promise.resolve()
        },
      },
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
          accept={installerExtensions.map(extension => `.${extension}`).join(',')}
          onChange={event => onChange?.(event.target.files?.[0])}
        />
        <InboxOutlined />
        <span className="file-drop-text">
          <strong>{value ? value.name : '把安装包拖到这里，或点击选择'}</strong>
          <small>
            {value
              ? `${fileSize(value.size)}。点击或拖入可更换`
              : `${installerExtensions.join('、')}，不超过 ${installerGigabytes} GB`}
          </small>
        </span>
      </label>
    </div>
  )
}
