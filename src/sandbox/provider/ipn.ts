// IPN registration and the list of registrations (SPEC.md, IPN registration; PROVIDER-FACTS, RegisterIPN answer).

import { randomUUID } from 'node:crypto';
import { type Answer, apiError, errorEnvelope, rateLimited } from './answers.ts';
import { isWebAddress, trimmedUtc, utcWithSevenDigits } from './formats.ts';
import type { Call } from './gate.ts';
import type { Complaint } from './order-request.ts';

export type IpnRegistration = {
  ipn_id: string;
  url: string;
  method: 'GET' | 'POST';
  /** Seven fraction digits and a Z, as in the answer to the registration. */
  created_date: string;
};

/** About one request every eight seconds, measured from the last success. */
const INTERVAL_MS = 8000;

export type IpnRegistrations = ReturnType<typeof createIpnRegistrations>;

export function createIpnRegistrations({ now, random }: { now: () => number; random: () => number }) {
  const registrations: IpnRegistration[] = [];
  let lastSuccessAt = Number.NEGATIVE_INFINITY;

  return {
    /** POST /URLSetup/RegisterIPN. The URL is checked for shape and never contacted. */
    registerIpn(call: Call): Answer {
      if (now() - lastSuccessAt < INTERVAL_MS) return rateLimited();
      const complaints = complaintsAbout(call);
      const [first] = complaints;
      if (first) {
        const code = complaints.length === 1 ? first.code : 'invalid_api_request_parameters';
        // For a malformed body the provider adds two empty messages.
        const heads = call.malformedJson ? ['', ''] : [];
        return errorEnvelope(
          apiError(code, [...heads, ...complaints.map(({ message }) => message)].join('|')),
        );
      }
      lastSuccessAt = now();
      const url = String(call.fields.url);
      const known = registrations.find((registration) => registration.url === url);
      if (known) return { status: 200, body: rowOf(known, trimmedUtc(known.created_date)) };
      const created: IpnRegistration = {
        ipn_id: randomUUID(),
        url,
        method: String(call.fields.ipn_notification_type).toUpperCase() === 'GET' ? 'GET' : 'POST',
        created_date: utcWithSevenDigits(now(), random),
      };
      registrations.push(created);
      return { status: 200, body: rowOf(created, created.created_date) };
    },

    /** GET /URLSetup/GetIpnList: a bare array. */
    getIpnList(): Answer {
      const rows = registrations.map((registration) =>
        rowOf(registration, trimmedUtc(registration.created_date)),
      );
      return { status: 200, body: rows };
    },

    withId: (ipnId: string): IpnRegistration | undefined =>
      registrations.find((registration) => registration.ipn_id === ipnId.toLowerCase()),

    all: (): IpnRegistration[] => [...registrations],
  };
}

function complaintsAbout({ fields }: Call): Complaint[] {
  const { url, ipn_notification_type: type } = fields;
  const complaints: Complaint[] = [];
  const complain = (message: string, code = 'invalid_api_request_parameters') =>
    complaints.push({ code, message });

  if (url === undefined || url === null || url === '') complain('The url field is required');
  else if (!isWebAddress(url)) complain('Invalid URL provided', 'invalid_url');

  if (type === undefined || type === null || type === '')
    complain('The ipn_notification_type field is required');
  // Length is checked first: the answer to a value that is too long does not list the allowed ones.
  else if (String(type).length > 4)
    complain('The field ipn_notification_type must be a string with a maximum length of 4');
  else if (!['GET', 'POST'].includes(String(type).toUpperCase()))
    complain('ipn_notification_type must be GET or POST');
  return complaints;
}

function rowOf({ ipn_id, url, method }: IpnRegistration, createdDate: string) {
  return {
    url,
    created_date: createdDate,
    ipn_id,
    notification_type: method === 'GET' ? 0 : 1,
    ipn_notification_type_description: method,
    ipn_status: 1,
    // Misspelt in the interface; the right spelling yields no value.
    ipn_status_decription: 'Active',
    error: null,
    status: '200',
  };
}
