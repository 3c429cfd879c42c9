// Paying by card with a payment provider's own fields: the number goes from them to the provider,
// and only its token comes to the shop. Loaded on pages that pay, behind the provider's script.
"use strict";

(() => {
  const form = document.getElementById("pay");
  if (!form || !form.dataset.cardKey || typeof Stripe !== "function") return;
  const stripe = Stripe(form.dataset.cardKey);
  const problem = document.getElementById("cardproblem");
  const button = document.getElementById("paynow");
  let isPaying = false;

  const say = (text) => {
    problem.textContent = text || "";
    problem.hidden = !text;
  };
  const wait = (isWaiting) => {
    isPaying = isWaiting;
    button.disabled = isWaiting;
  };

  // The bank wants to see the customer: the provider shows it, and the shop asks what came of it.
  if (form.dataset.cardSecret) {
    wait(true);
    stripe.confirmCardPayment(form.dataset.cardSecret).finally(() => {
      location.replace(form.dataset.cardReturn);
    });
  }

  const card = stripe.elements().create("card");
  card.mount("#card");
  form.addEventListener("submit", async (event) => {
    if (form.elements.method.value) return;
    event.preventDefault();
    if (isPaying) return;
    wait(true);
    say("");
    const made = await stripe.createPaymentMethod({ type: "card", card });
    if (made.error) {
      wait(false);
      say(made.error.message);
      return;
    }
    form.elements.method.value = made.paymentMethod.id;
    form.requestSubmit();
  });
})();
