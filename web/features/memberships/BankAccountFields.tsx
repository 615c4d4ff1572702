import * as messages from '#messages/join/form.ts'
import { TextField } from '#web/ui/Field.tsx'
import styles from './JoinForm.module.css'

/** The bank account for Direct Debit, with the text of the guarantee. */
export const BankAccountFields = ({ errors }: { errors: Readonly<Record<string, readonly string[]>> }) => (
  <div className={styles['account']}>
    <TextField
      label={messages.accountName}
      name="accountName"
      autoComplete="name"
      maxLength={60}
      required
      errors={errors['bank_account.account_name']}
    />
    <div className={styles['pair']}>
      <TextField
        label={messages.sortCode}
        name="sortCode"
        inputMode="numeric"
        autoComplete="off"
        placeholder={messages.sortCodeExample}
        maxLength={10}
        required
        errors={errors['bank_account.sort_code']}
      />
      <TextField
        label={messages.accountNumber}
        name="accountNumber"
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        required
        errors={errors['bank_account.account_number']}
      />
    </div>
    <details className={styles['guarantee']}>
      <summary>{messages.guarantee}</summary>
      <p>{messages.guaranteeText}</p>
    </details>
  </div>
)
