// Transaction records as SPEC.md shows them: of a payment, and of one that is still awaited.
import { TRACKING_ID } from './rig.ts';

const nulls = { error_type: null, code: null, message: null };
export const completed = {
  payment_method: 'MpesaKE',
  amount: 6.0,
  created_date: '2024-03-19T20:08:46.39',
  confirmation_code: 'SCJ8JQ26SW',
  order_tracking_id: TRACKING_ID,
  payment_status_description: 'Completed',
  description: null,
  message: 'Request processed successfully',
  payment_account: '2547xxx56689',
  call_back_url: 'http://shop.test/cb?OrderTrackingId=1',
  status_code: 1,
  merchant_reference: '1',
  payment_status_code: '',
  account_number: null,
  currency: 'KES',
  error: nulls,
  status: '200',
};
export const pending = {
  ...completed,
  payment_method: '',
  confirmation_code: '',
  payment_status_description: 'INVALID',
  status_code: 0,
  error: {
    error_type: 'api_error',
    code: 'payment_details_not_found',
    message: 'Pending Payment',
    call_back_url: 'http://shop.test',
  },
  status: '500',
};
