import { importRows } from '#contract/people.ts'
import { assetFields, employeeFields, employeeImport } from '#contract/records/employee-fields.ts'
import { api } from '#web/data/api.ts'
import { count } from '#web/ui/format.ts'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { SheetDrop } from '../../sheets/sheet-drop.tsx'
import type { Preview } from './sheet-preview.tsx'

export const ChooseSheet = ({ chosen }: { chosen: (preview: Preview) => void }) => (
  <div className="sheet import">
    <ol className="import-steps">
      <li>
        <h2>下载模板</h2>
        <p className="quiet">
          模板里有本企业的部门与专线组清单；前 {employeeImport.length} 列为
          {employeeImport.map(name => employeeFields[name].label).join('、')}，其后的
          {Object.values(assetFields)
            .map(({ label }) => label)
            .join('、')}
          可以留空；最多 {count(importRows)} 行。
        </p>
        <ExportButton load={() => api.getEmployeeImportTemplate({})}>下载模板</ExportButton>
      </li>
      <li>
        <h2>上传填好的表格</h2>
        <p className="quiet">先逐行检查并预览，确认之后才会写入。</p>
        <SheetDrop
          label="员工表格"
          send={sending => api.previewEmployeeImport({}, sending)}
          onUploaded={(preview, file) => chosen({ ...preview, file: file.name })}
        />
      </li>
    </ol>
  </div>
)
